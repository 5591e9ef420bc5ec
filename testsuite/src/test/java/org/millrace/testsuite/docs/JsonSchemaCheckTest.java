package org.millrace.testsuite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonSchemaCheckTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA = """
            {"type":"object","required":["state"],"properties":{
              "state":{"type":"string","enum":["open","running"]},
              "count":{"type":"integer","minimum":0},
              "nested":{"$ref":"#/definitions/nested"}}}""";

    private static List<String> violations(String value) throws JsonProcessingException {
        JsonNode document =
                JSON.readTree("{\"definitions\":{\"nested\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}");
        return new JsonSchemaCheck(document).violations(JSON.readTree(value), JSON.readTree(SCHEMA));
    }

    @Test
    void valueThatFitsHasNoViolation() throws JsonProcessingException {
        assertThat(violations("{\"state\":\"open\",\"count\":0,\"nested\":[\"a\"]}"))
                .isEmpty();
    }

    @Test
    void eachFaultIsAViolation() throws JsonProcessingException {
        for (String fault : List.of(
                "[]",
                "{\"count\":1}",
                "{\"state\":\"closed\"}",
                "{\"state\":1}",
                "{\"state\":\"open\",\"count\":-1}",
                "{\"state\":\"open\",\"count\":\"1\"}",
                "{\"state\":\"open\",\"nested\":[1]}",
                "{\"state\":\"open\",\"undocumented\":true}")) {
            assertThat(violations(fault)).as(fault).isNotEmpty();
        }
    }
}
