package org.millrace.testsuite.importer.contract.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Imports of clients into the realm that all tests share. */
interface ImportingClients extends Importing {
    default ClientRealm clients() {
        return new ClientRealm(realm());
    }

    default ImportRealm into(String options) {
        return realm().into("clients").with(options);
    }

    default ImportAnswer take(String options, List<Map<String, ?>> records) {
        return into(options).take(records.stream().map(ClientRealm::line).toList());
    }

    default JsonNode takeOne(String options, Map<String, ?> record) {
        return take(options, List.of(record)).single();
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
