package org.millrace.testsuite.importer.contract.permission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;

/** Changes by the record types of exports, which only {@code records} takes. */
final class ExportPartCases extends SampleCases {
    static final Set<String> TYPES = Set.of(
            "client-scope",
            "default-client-scope",
            "identity-provider",
            "identity-provider-mapper",
            "scope-mapping",
            "default-group");

    private static final String ENTITY = "records";
    static final Set<String> ALL_MODES = Set.copyOf(PermissionCase.MODES);

    private ExportPartCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        ExportPartCases cases = new ExportPartCases(sample);
        return Stream.of(
                        cases.clientScopes(),
                        cases.defaultClientScopes(),
                        cases.identityProviders(),
                        cases.scopeMappings(),
                        cases.defaultGroups())
                .flatMap(List::stream)
                .toList();
    }

    static Map<String, Object> record(String type, Object... fields) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("type", type);
        for (int i = 0; i < fields.length; i += 2) {
            record.put((String) fields[i], fields[i + 1]);
        }
        return record;
    }

    private static PermissionCase creation(
            String name, BiFunction<AdminClient, String, List<Answer>> calls, Function<String, Map<String, ?>> record) {
        return PermissionCase.creation(name, ENTITY, calls, record);
    }

    static PermissionCase change(
            String name,
            String target,
            Set<String> modes,
            Runnable before,
            Function<AdminClient, List<Answer>> calls,
            Map<String, ?> record,
            String state) {
        return new PermissionCase(
                name, ENTITY, target, modes, (as, n) -> calls.apply(as), n -> record, before, List.of(state));
    }

    static String scope(PermissionSample sample) {
        return sample.realm().base() + "/client-scopes/" + sample.id("part-scope");
    }

    private List<PermissionCase> clientScopes() {
        String mappers = scope(sample) + "/protocol-mappers";
        Map<String, ?> mapper = Map.of(
                "name", "m", "protocol", "openid-connect", "protocolMapper", "oidc-sub-mapper", "config", Map.of());
        return List.of(
                creation(
                        "create client scope",
                        (as, n) -> List.of(
                                as.post(base + "/client-scopes", Map.of("name", n, "protocol", "openid-connect"))),
                        n -> record("client-scope", "name", n, "protocol", "openid-connect")),
                PermissionCase.change(
                        "change client scope",
                        ENTITY,
                        "client scope",
                        (as, n) -> List.of(as.put(
                                scope(sample), Map.of("name", "part", "protocol", "openid-connect", "description", n))),
                        n -> record("client-scope", "name", "part", "description", n),
                        scope(sample)),
                change(
                        "remove mapper of client scope",
                        "client scope",
                        Set.of("merge", "replace"),
                        () -> root.post(mappers + "/models", mapper),
                        as -> List.of(as.delete(mappers + "/models/"
                                + root.get(mappers + "/models")
                                        .ok()
                                        .json()
                                        .path(0)
                                        .path("id")
                                        .asText())),
                        record(
                                "client-scope",
                                "name",
                                "part",
                                "protocol",
                                "openid-connect",
                                "protocolMappers",
                                List.of()),
                        scope(sample)));
    }

    private List<PermissionCase> defaultClientScopes() {
        String byDefault = base + "/default-default-client-scopes";
        String optional = base + "/default-optional-client-scopes";
        String id = "/" + sample.id("part-scope");
        return List.of(
                change(
                        "add default client scope",
                        "default client scope",
                        ALL_MODES,
                        () -> root.delete(byDefault + id).ok(),
                        as -> List.of(as.put(byDefault + id, Map.of())),
                        record("default-client-scope", "name", "part"),
                        byDefault),
                change(
                        "make default client scope optional",
                        "default client scope",
                        Set.of("merge", "replace"),
                        () -> {
                            root.delete(byDefault + id).ok();
                            root.put(byDefault + id, Map.of()).ok();
                        },
                        as -> List.of(as.delete(byDefault + id), as.put(optional + id, Map.of())),
                        record("default-client-scope", "name", "part", "optional", true),
                        optional));
    }

    private List<PermissionCase> identityProviders() {
        String instances = base + "/identity-provider/instances";
        String mappers = instances + "/part/mappers";
        String mapper = mappers + "/" + sample.id("part-mapper");
        return List.of(
                creation(
                        "create identity provider",
                        (as, n) -> List.of(as.post(instances, IdentityProviderSample.provider(n))),
                        n -> typed("identity-provider", IdentityProviderSample.provider(n))),
                PermissionCase.change(
                        "change identity provider",
                        ENTITY,
                        "identity provider",
                        (as, n) -> List.of(as.put(
                                instances + "/part", with(IdentityProviderSample.provider("part"), "displayName", n))),
                        n -> record("identity-provider", "alias", "part", "displayName", n),
                        instances + "/part"),
                creation(
                        "create mapper of identity provider",
                        (as, n) -> List.of(as.post(mappers, IdentityProviderSample.mapper(n, "part"))),
                        n -> typed("identity-provider-mapper", IdentityProviderSample.mapper(n, "part"))),
                PermissionCase.change(
                        "change mapper of identity provider",
                        ENTITY,
                        "mapper of identity provider",
                        (as, n) -> List.of(as.put(
                                mapper,
                                with(
                                        with(
                                                IdentityProviderSample.mapper("part", "part"),
                                                "id",
                                                sample.id("part-mapper")),
                                        "config",
                                        Map.of("claim", n, "user.attribute", "country")))),
                        n -> with(
                                typed("identity-provider-mapper", IdentityProviderSample.mapper("part", "part")),
                                "config",
                                Map.of("claim", n)),
                        mapper));
    }

    static Map<String, Object> typed(String type, Map<String, ?> fields) {
        Map<String, Object> record = record(type);
        record.putAll(fields);
        return record;
    }

    private List<PermissionCase> scopeMappings() {
        return Stream.of(
                        List.of("client scope", scope(sample), "clientScope", "part"),
                        List.of("own client", at("client-own"), "client", "client-own"),
                        List.of("other client", at("client-other"), "client", "client-other"))
                .flatMap(container -> {
                    String name = container.get(0);
                    String mappings = container.get(1) + "/scope-mappings";
                    Map<String, Object> mapping =
                            record("scope-mapping", container.get(2), container.get(3), "roles", List.of("plain"));
                    Map<String, Object> ofClient =
                            with(with(mapping, "clientId", "client-other"), "roles", List.of("role"));
                    return Stream.of(
                            added("role", name, mappings + "/realm", plain, mapping),
                            added(
                                    "client role",
                                    name,
                                    mappings + "/clients/" + sample.id("client-other"),
                                    clientRole,
                                    ofClient),
                            removed(name, mappings + "/realm", with(mapping, "roles", List.of())));
                })
                .toList();
    }

    private PermissionCase added(String what, String container, String path, JsonNode role, Map<String, ?> record) {
        return change(
                "map " + what + " to " + container,
                "scope of " + container,
                ALL_MODES,
                () -> root.delete(path, List.of(role)).ok(),
                as -> List.of(as.post(path, List.of(role))),
                record,
                path);
    }

    private PermissionCase removed(String container, String path, Map<String, ?> record) {
        return change(
                "remove role from scope of " + container,
                "scope of " + container,
                Set.of("replace"),
                () -> root.post(path, List.of(plain)).ok(),
                as -> List.of(as.delete(path, List.of(plain))),
                record,
                path);
    }

    /** A record names the group by its path, so that the caller needs the call that finds groups by path, too. */
    private List<PermissionCase> defaultGroups() {
        String groups = base + "/default-groups";
        String group = groups + "/" + sample.id("part-group");
        return List.of(change(
                "add default group",
                "default group",
                ALL_MODES,
                () -> root.delete(group).ok(),
                as -> List.of(as.get(base + "/group-by-path/part-group"), as.put(group, Map.of())),
                record("default-group", "path", "/part-group"),
                groups));
    }
}
