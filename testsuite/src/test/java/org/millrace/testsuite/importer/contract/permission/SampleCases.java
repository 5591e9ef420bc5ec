package org.millrace.testsuite.importer.contract.permission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Cases of one sample realm: its paths, and the roles that cases map. */
abstract class SampleCases {
    final PermissionSample sample;
    final ImportRealm realm;
    final AdminClient root;
    final String base;
    final JsonNode plain;
    final JsonNode clientRole;

    SampleCases(PermissionSample sample) {
        this.sample = sample;
        this.realm = sample.realm();
        this.root = realm.admin();
        this.base = realm.base();
        this.plain = role("plain");
        this.clientRole = root.get(at("client-other") + "/roles/role").ok().json();
    }

    /** Where Keycloak has an object of the sample, such as {@code user-own}. */
    String at(String name) {
        return base + "/" + name.substring(0, name.indexOf('-')) + "s/" + sample.id(name);
    }

    static Map<String, Object> with(Map<String, ?> record, String field, Object value) {
        Map<String, Object> with = new LinkedHashMap<>(record);
        with.put(field, value);
        return with;
    }

    static Map<String, Object> described(String key, String value, String description) {
        return Map.of(key, value, "description", description);
    }

    JsonNode plain() {
        return plain;
    }

    JsonNode role(String name) {
        return root.get(base + "/roles/" + name).ok().json();
    }

    JsonNode clientRole() {
        return clientRole;
    }
}
