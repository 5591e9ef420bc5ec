package org.millrace.bulk.format.parser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.bulk.record.field.Violation;

class RecordTreeTest {
    private static RecordTree tree(String json) {
        try {
            return new RecordTree((ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"')));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static Optional<String> field(Optional<Violation> violation) {
        return violation.map(Violation::field);
    }

    @Test
    void listsAndObjectsCountAsValuesToo() {
        RecordTree six = tree("{'name':'a','list':[1,2],'inner':{}}");

        assertThat(six.fault(6)).isEmpty();
        assertThat(six.fault(5)).map(Violation::code).contains("too-many-values");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'\\u0000'}            | a",
                "{'a':{'b':['x','\\ud800']}} | a.b",
                "{'a':[{'b':'\\u0000'}]}    | a.b",
                "{'a':{'\\u0000':1}}        | a",
                "{'credentials':[{'marker':'\\u0000'}]} | credentials",
                "{'members':[{'credentials':{'marker':{'a':'\\u0000'}}}]} | members.credentials"
            })
    void whatNoDatabaseStoresIsNamedByItsPath(String json, String path) {
        assertThat(tree(json).fault(100)).map(Violation::code).contains("invalid-character");
        assertThat(field(tree(json).fault(100))).contains(path);
    }

    @Test
    void fieldsThatHoldNullAreNotThere() {
        RecordTree record = tree("{'name':'a','own':1,'b':null,'c':{'d':null,'e':[{'f':null}]}}");

        assertThat(record.without(Set.of("own")).root())
                .isEqualTo(tree("{'name':'a','c':{'e':[{}]}}").root());
        assertThat(record.names()).containsExactlyInAnyOrder("name", "own", "b", "c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{'a':[null]} | a", "{'a':{'b':[[1,null]]}} | a.b", "{'a':[{'b':[null]}]} | a.b"})
    void listThatHoldsNullIsNamedByItsPath(String json, String path) {
        assertThat(field(tree(json).gap())).contains(path);
    }

    @Test
    void listsWithoutNullHaveNoGap() {
        assertThat(tree("{'a':[1,[]],'b':null}").gap()).isEmpty();
    }

    @Test
    void keyIsTheNameThatPeopleUse() {
        assertThat(tree("{'name':'n','path':'/p'}").key()).contains("/p");
        assertThat(tree("{'name':'n'}").key()).contains("n");
        assertThat(tree("{'name':7}").key()).isEmpty();
    }
}
