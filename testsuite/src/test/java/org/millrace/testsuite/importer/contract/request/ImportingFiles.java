package org.millrace.testsuite.importer.contract.request;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.Importing;

/** Files of the test resources, and requests that send them. */
interface ImportingFiles extends Importing {
    static byte[] file(String name) {
        try (InputStream in = RealFilesContract.class.getResourceAsStream("/cases/" + name)) {
            if (in == null) {
                throw new AssertionError("there is no file " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    default Answer send(String name, String type) {
        return realm().with("dryRun=true").post(type, file(name));
    }
}
