package org.millrace.testsuite.importer.contract.request;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.millrace.testsuite.importer.fixture.Importing;

/** Bodies of requests with one record in each line. */
interface ImportingBodies extends Importing {
    default byte[] body(Object... lines) {
        StringBuilder body = new StringBuilder();
        Arrays.stream(lines).forEach(line -> body.append(line).append('\n'));
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }
}
