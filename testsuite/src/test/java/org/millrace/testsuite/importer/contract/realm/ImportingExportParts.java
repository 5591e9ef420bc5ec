package org.millrace.testsuite.importer.contract.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records of the parts of an export, and what is stored of them. */
interface ImportingExportParts extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    static Map<String, Object> record(String type, Object... fields) {
        Map<String, Object> record = new LinkedHashMap<>();
        if (!type.isEmpty()) {
            record.put("type", type);
        }
        for (int i = 0; i < fields.length; i += 2) {
            record.put((String) fields[i], fields[i + 1]);
        }
        return record;
    }

    static Map<String, Object> mapper(String name, String claim) {
        return Map.of(
                "name",
                name,
                "protocol",
                "openid-connect",
                "protocolMapper",
                "oidc-hardcoded-claim-mapper",
                "config",
                Map.of("claim.name", claim, "claim.value", "x", "access.token.claim", "true"));
    }

    static Map<String, Object> scope(String type, String name, String description, String... mappers) {
        List<Object> list = new ArrayList<>();
        for (String mapper : mappers) {
            list.add(mapper(mapper, mapper));
        }
        return record(
                type,
                "name",
                name,
                "description",
                description,
                "protocol",
                "openid-connect",
                "attributes",
                Map.of("include.in.token.scope", "true", "colour", description),
                "protocolMappers",
                list);
    }

    static String line(Map<String, Object> record) {
        return JSON.valueToTree(record).toString();
    }

    static ImportAnswer take(ImportRealm realm, Map<String, Object> record) {
        return realm.into("records").take(line(record));
    }

    static Optional<JsonNode> find(ImportRealm realm, String path, String field, String value) {
        JsonNode all = realm.admin().get(realm.base() + path).ok().json();
        return StreamSupport.stream(all.spliterator(), false)
                .filter(each -> each.path(field).asText().equals(value))
                .findFirst();
    }

    static Optional<JsonNode> scope(ImportRealm realm, String name) {
        return find(realm, "/client-scopes", "name", name);
    }

    static List<String> names(ImportRealm realm, String path, String field) {
        return realm.admin().get(realm.base() + path).ok().json().findValuesAsText(field);
    }

    static List<String> problems(ImportAnswer answer) {
        return ImportAnswer.problems(answer.outcomes().get(0));
    }

    static Map<String, Object> providerMapper(String type, String alias) {
        return record(
                type,
                "name",
                "country",
                "identityProviderAlias",
                alias,
                "identityProviderMapper",
                "oidc-user-attribute-idp-mapper",
                "config",
                Map.of("claim", "country", "user.attribute", "country"));
    }

    static Map<String, Object> provider(String type, String alias, String displayName, Object... config) {
        Map<String, Object> values = record("", "clientId", "shop", "clientSecret", "s3cret-" + alias);
        values.put("authorizationUrl", "https://idp.example.org/authorize");
        values.put("tokenUrl", "https://idp.example.org/token");
        values.putAll(record("", config));
        return record(
                type,
                "alias",
                alias,
                "providerId",
                "oidc",
                "displayName",
                displayName,
                "trustEmail",
                true,
                "config",
                values);
    }
}
