package org.millrace.testsuite.importer.contract.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.Importing;

/** Clients with authorization services, and records of their resources. */
interface ImportingResources extends Importing {
    default ClientRealm guarded() {
        return new ClientRealm(realm());
    }

    /** A client with authorization services. */
    default String newServer() {
        String clientId = unique("server");
        Map<String, Object> client = AuthorizationSample.client(clientId);
        guarded().post(client);
        return clientId;
    }

    default ImportAnswer bring(String options, List<Map<String, ?>> records) {
        return realm().into("resources")
                .with(options)
                .take(records.stream().map(ClientRealm::line).toList());
    }

    default JsonNode bringOne(String options, Map<String, ?> record) {
        return bring(options, List.of(record)).single();
    }

    default Map<String, Object> of(String clientId, Map<String, ?> resource) {
        Map<String, Object> record = new HashMap<>(resource);
        record.put("clientId", clientId);
        return record;
    }

    default String path(String clientId) {
        return realm().base() + "/clients/" + guarded().id(clientId) + "/authz/resource-server";
    }

    default JsonNode resource(String clientId, String id) {
        return realm().admin().get(path(clientId) + "/resource/" + id).ok().json();
    }

    default JsonNode portrait(String clientId) {
        ObjectNode portrait = guarded().client(clientId).deepCopy();
        portrait.removeAll();
        portrait.set(
                "resources",
                realm().admin()
                        .get(path(clientId) + "/resource?deep=true&max=100")
                        .ok()
                        .json());
        portrait.set(
                "scopes", realm().admin().get(path(clientId) + "/scope").ok().json());
        String text = portrait.toString().replace(clientId, "SERVER");
        return guarded().neutral(ClientRealm.tree(text), guarded().id(clientId));
    }
}
