package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.ExportPartCases.ALL_MODES;
import static org.millrace.testsuite.importer.contract.permission.ExportPartCases.change;
import static org.millrace.testsuite.importer.contract.permission.ExportPartCases.record;
import static org.millrace.testsuite.importer.contract.permission.ExportPartCases.scope;
import static org.millrace.testsuite.importer.contract.permission.ExportPartCases.typed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;

/** Deletions by the record types of exports. */
final class ExportPartDeletionCases extends SampleCases {
    private ExportPartDeletionCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        return new ExportPartDeletionCases(sample).deletions();
    }

    private List<PermissionCase> deletions() {
        String scopes = base + "/client-scopes";
        String instances = base + "/identity-provider/instances";
        String mappers = instances + "/part/mappers";
        String optional = base + "/default-optional-client-scopes";
        String defaultScope = optional + "/" + sample.id("part-scope");
        String groups = base + "/default-groups";
        String group = groups + "/" + sample.id("part-group");
        return List.of(
                deletion(
                        "client scope",
                        () -> root.post(scopes, Map.of("name", "gone", "protocol", "openid-connect")),
                        as -> List.of(as.delete(scopes + "/" + idOf(scopes, "gone"))),
                        record("client-scope", "name", "gone"),
                        scopes),
                deletion(
                        "default client scope",
                        () -> {
                            root.delete(defaultScope).ok();
                            root.put(defaultScope, Map.of()).ok();
                        },
                        as -> List.of(as.delete(defaultScope)),
                        record("default-client-scope", "name", "part"),
                        optional),
                deletion(
                        "identity provider",
                        () -> root.post(instances, IdentityProviderSample.provider("gone")),
                        as -> List.of(as.delete(instances + "/gone")),
                        record("identity-provider", "alias", "gone"),
                        instances),
                deletion(
                        "mapper of identity provider",
                        () -> root.post(mappers, IdentityProviderSample.mapper("gone", "part")),
                        as -> List.of(as.delete(mappers + "/" + idOf(mappers, "gone"))),
                        typed("identity-provider-mapper", IdentityProviderSample.mapper("gone", "part")),
                        mappers),
                unmapping("client scope", scope(sample), "clientScope", "part"),
                unmapping("own client", at("client-own"), "client", "client-own"),
                deletion(
                        "default group",
                        () -> root.put(group, Map.of()).ok(),
                        as -> List.of(as.get(base + "/group-by-path/part-group"), as.delete(group)),
                        record("default-group", "path", "/part-group"),
                        groups));
    }

    private PermissionCase unmapping(String name, String container, String field, String value) {
        String path = container + "/scope-mappings/realm";
        return deletion(
                "scope of " + name,
                () -> root.post(path, List.of(plain)).ok(),
                as -> List.of(as.delete(path, List.of(plain))),
                record("scope-mapping", field, value, "roles", List.of("plain")),
                path);
    }

    private static PermissionCase deletion(
            String target,
            Runnable before,
            Function<AdminClient, List<Answer>> calls,
            Map<String, ?> record,
            String state) {
        return change("delete " + target, target, ALL_MODES, before, calls, with(record, "$op", "delete"), state);
    }

    private String idOf(String path, String name) {
        for (JsonNode each : root.get(path).ok().json()) {
            if (each.path("name").asText().equals(name)) {
                return each.path("id").asText();
            }
        }
        throw new AssertionError("there is no " + name);
    }
}
