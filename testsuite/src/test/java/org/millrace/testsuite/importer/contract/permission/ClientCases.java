package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.PermissionCase.change;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.creation;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.removal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Changes of clients and of their authorization resources. */
final class ClientCases extends SampleCases {
    private static final String SCOPES = "optionalClientScopes";

    private ClientCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        ClientCases cases = new ClientCases(sample);
        return Stream.of(cases.clients(), cases.resources())
                .flatMap(List::stream)
                .toList();
    }

    private List<PermissionCase> clients() {
        String own = at("client-own");
        String other = at("client-other");
        return List.of(
                creation(
                        "create client",
                        "clients",
                        (as, n) -> List.of(as.post(base + "/clients", Map.of("clientId", n))),
                        n -> Map.of("clientId", n)),
                change(
                        "change own client",
                        "clients",
                        "client-own",
                        (as, n) -> List.of(as.put(own, named("client-own", n))),
                        n -> named("client-own", n),
                        own),
                change(
                        "change other client",
                        "clients",
                        "client-other",
                        (as, n) -> List.of(as.put(other, named("client-other", n))),
                        n -> named("client-other", n),
                        other),
                change(
                                "add scope to own client",
                                "clients",
                                "client-own",
                                (as, n) -> List.of(as.put(scope(own), Map.of())),
                                n -> Map.of("clientId", "client-own", SCOPES, List.of("extra")),
                                own)
                        .after(() -> root.delete(scope(own)).ok()),
                scopeOutOf("own"),
                scopeOutOf("other"));
    }

    private PermissionCase scopeOutOf(String name) {
        String client = at("client-" + name);
        return removal(
                "remove scope from " + name + " client",
                "clients",
                "client-" + name,
                () -> root.put(scope(client), Map.of()).ok(),
                (as, n) -> List.of(as.put(client, named("client-" + name, n)), as.delete(scope(client))),
                n -> {
                    Map<String, Object> record = new LinkedHashMap<>(named("client-" + name, n));
                    record.put(SCOPES, List.of());
                    return record;
                },
                client);
    }

    private String scope(String client) {
        return client + "/optional-client-scopes/" + sample.id("scope");
    }

    private List<PermissionCase> resources() {
        return Stream.of("own", "other")
                .flatMap(name -> {
                    String resources = at("client-" + name) + "/authz/resource-server/resource";
                    String clientId = "client-" + name;
                    String id = sample.id("resource-" + name);
                    Map<String, Object> owned = Map.of("name", "owned", "_id", id);
                    return Stream.of(
                            creation(
                                    "create resource of " + name + " client",
                                    "resources",
                                    (as, n) -> List.of(as.post(resources, Map.of("name", n))),
                                    n -> Map.of("name", n, "clientId", clientId)),
                            change(
                                    "change resource of " + name + " client",
                                    "resources",
                                    clientId,
                                    (as, n) -> List.of(as.put(
                                            resources + "/" + id,
                                            Map.of("name", "owned", "_id", id, "displayName", n))),
                                    n -> Map.of("name", "owned", "_id", id, "clientId", clientId, "displayName", n),
                                    resources + "/" + id),
                            removal(
                                    "remove scopes of resource of " + name + " client",
                                    "resources",
                                    clientId,
                                    () -> root.put(
                                                    resources + "/" + id,
                                                    with(owned, "scopes", List.of(Map.of("name", "read"))))
                                            .ok(),
                                    (as, n) -> List.of(as.put(resources + "/" + id, with(owned, "displayName", n))),
                                    n -> with(with(owned, "displayName", n), "clientId", clientId),
                                    resources + "/" + id));
                })
                .toList();
    }

    private static Map<String, Object> named(String clientId, String name) {
        return with(PermissionSample.client(clientId), "name", name);
    }
}
