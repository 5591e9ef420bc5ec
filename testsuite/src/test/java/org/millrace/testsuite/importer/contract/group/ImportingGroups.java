package org.millrace.testsuite.importer.contract.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** What tests of groups have in common: records of groups, and what is stored of them. */
interface ImportingGroups extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    default ImportRealm groups() {
        return realm().into("groups");
    }

    default ImportRealm groups(String query) {
        return realm().with(query).into("groups");
    }

    default ObjectNode named(String name) {
        return JSON.createObjectNode().put("name", name);
    }

    default ObjectNode at(String path) {
        return JSON.createObjectNode().put("path", path);
    }

    default ObjectNode with(ObjectNode group, String attribute, String... values) {
        group.withObject("/attributes").putPOJO(attribute, JSON.valueToTree(List.of(values)));
        return group;
    }

    default ObjectNode above(ObjectNode group, ObjectNode... subGroups) {
        group.withArray("/subGroups").addAll(List.of(subGroups));
        return group;
    }

    default Answer find(ImportRealm realm, String path) {
        return realm.admin().get(realm.base() + "/group-by-path/" + path.substring(1));
    }

    /** A group by its path, with all that the API shows of it. */
    default JsonNode stored(ImportRealm realm, String path) {
        String id = find(realm, path).ok().json().path("id").asText();
        return realm.admin().get(realm.base() + "/groups/" + id).ok().json();
    }

    default boolean has(String path) {
        return find(realm(), path).status() == 200;
    }

    default String code(JsonNode outcome) {
        return outcome.path("problems").path(0).path("code").asText();
    }
}
