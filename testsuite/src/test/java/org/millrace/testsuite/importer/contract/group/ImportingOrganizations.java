package org.millrace.testsuite.importer.contract.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;

/** Records of organizations, and what is stored of them. */
interface ImportingOrganizations extends Importing {
    default OrganizedRealm organized() {
        return OrganizedRealm.shared(server());
    }

    default ImportRealm organizations(String query) {
        return organized().realm().with(query).into("organizations");
    }

    static ObjectNode named(String alias) {
        return OrganizedRealm.object(Map.of("name", "The " + alias, "alias", alias));
    }

    @SafeVarargs
    static ObjectNode with(ObjectNode organization, String list, Map<String, ?>... items) {
        organization.putPOJO(list, List.of(items));
        return organization;
    }

    static String code(JsonNode outcome) {
        return outcome.path("problems").path(0).path("code").asText();
    }

    static String provider(OrganizedRealm realm, String alias) {
        realm.realm()
                .admin()
                .post(
                        realm.realm().base() + "/identity-provider/instances",
                        Map.of(
                                "alias",
                                alias,
                                "providerId",
                                "oidc",
                                "config",
                                Map.of("clientId", "x", "authorizationUrl", "https://example.org/a")))
                .ok();
        return alias;
    }
}
