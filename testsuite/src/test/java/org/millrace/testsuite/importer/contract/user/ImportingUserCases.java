package org.millrace.testsuite.importer.contract.user;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records of real systems, and their problems and warnings. */
interface ImportingUserCases extends Importing {
    static ImportAnswer take(ImportRealm realm, String file) {
        return ImportAnswer.of(
                realm.post(file.endsWith(".json") ? "application/json" : "application/x-ndjson", read(file)));
    }

    static byte[] read(String file) {
        try (InputStream in = UserCaseContract.class.getResourceAsStream("cases/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Codes of problems and warnings by the name of the user; empty for users without any. */
    static Map<String, List<String>> codes(ImportAnswer answer) {
        Map<String, List<String>> codes = new LinkedHashMap<>();
        for (JsonNode outcome : answer.outcomes()) {
            codes.put(
                    outcome.path("key").asText("line " + outcome.path("line").asLong()),
                    Stream.concat(ImportAnswer.problems(outcome).stream(), ImportAnswer.warnings(outcome).stream())
                            .distinct()
                            .toList());
        }
        return codes;
    }

    static String detail(JsonNode outcome) {
        return outcome.findPath("detail").asText();
    }

    static List<String> values(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }
}
