package org.millrace.testsuite.importer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;

/** Inputs re-made from real migrations, among the resources of the tests. */
record CaseFile(String name, String text) {
    static CaseFile of(String name) {
        try (InputStream file = CaseFile.class.getResourceAsStream("/cases/" + name)) {
            if (file == null) {
                throw new IllegalArgumentException("there is no case " + name);
            }
            return new CaseFile(name, new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CaseFile replacing(String text, String by) {
        return new CaseFile(name, this.text.replace(text, by));
    }

    /** Imports the file as it is, with the media type of its name. */
    ImportAnswer into(ImportRealm realm) {
        String type = name.endsWith(".json") ? "application/json" : "application/x-ndjson";
        return ImportAnswer.of(realm.post(type, BodyPublishers.ofString(text)));
    }

    /** Imports the file in a job of one part; the outcomes in their order. */
    ImportAnswer asJob(ImportRealm realm, java.util.Map<String, ?> options) {
        ImportJob job = ImportJob.create(realm, options);
        String type = name.endsWith(".json") ? "application/json" : "application/x-ndjson";
        job.put(1, type, text).ok();
        job.started().finished();
        return new ImportAnswer(job.outcomes(), java.util.Optional.empty());
    }
}
