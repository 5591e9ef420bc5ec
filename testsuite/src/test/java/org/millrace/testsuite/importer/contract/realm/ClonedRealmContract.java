package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ServiceAccountMigrationContract.account;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** A realm that is imported again on its own server: {@code ids=new} gives new ids to everything that has one. */
interface ClonedRealmContract extends Importing {
    Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    /** Everything that has an id or names something else by its id, in an order in which all exists before it is named. */
    private static List<String> linkedById(String digits) {
        String id = digits + "-0000-4000-8000-0000000000";
        return List.of(
                        "{'type':'client-scope','id':'ID10','name':'scope','protocol':'openid-connect','protocolMappers':[{'id':'ID11',"
                                + "'name':'floor','protocol':'openid-connect','protocolMapper':'oidc-usermodel-attribute-mapper','config':{}}]}",
                        "{'type':'identity-provider','internalId':'ID12','alias':'idp','providerId':'oidc','organizationId':'ID20',"
                                + "'config':{}}",
                        "{'type':'identity-provider-mapper','id':'ID13','identityProviderAlias':'idp','name':'mapper','config':{},"
                                + "'identityProviderMapper':'hardcoded-user-session-attribute-idp-mapper'}",
                        "{'type':'client','id':'ID01','clientId':'app','secret':'s','serviceAccountsEnabled':true,"
                                + "'defaultClientScopes':['scope'],'protocolMappers':[{'id':'ID14','name':'floor',"
                                + "'protocol':'openid-connect','protocolMapper':'oidc-usermodel-attribute-mapper','config':{}}]}",
                        "{'type':'client','id':'ID15','clientId':'other'}",
                        "{'type':'role','id':'ID02','name':'of-app','clientRole':true,'containerId':'ID01'}",
                        "{'type':'role','id':'ID03','name':'of-realm','clientRole':false}",
                        "{'type':'group','id':'ID04','name':'parent'}",
                        "{'type':'group','id':'ID05','name':'child','parentId':'ID04','clientRoles':{'app':['of-app']}}",
                        "{'type':'user','id':'ID06','username':'ann','enabled':true,'groups':['/parent/child'],'realmRoles':['of-realm'],"
                                + "'credentials':[{'id':'ID16','type':'password','value':'Start.2024!'}],"
                                + "'federatedIdentities':[{'identityProvider':'idp','userId':'1'}],"
                                + "'clientConsents':[{'clientId':'app','grantedClientScopes':['scope']}],"
                                + "'verifiableCredentials':[{'credentialScopeName':'scope','revision':'1'}],"
                                + "'issuedVerifiableCredentials':[{'credentialType':'scope','issuedAt':1,'clientId':'ID01'}]}",
                        "{'type':'user','id':'ID07','username':'service-account-app','serviceAccountClientId':'app','enabled':true}",
                        "{'type':'organization','id':'ID20','name':'acme','domains':[{'name':'acme.test'}],'groups':[{'id':'ID21','name':'sales'}],"
                                + "'members':[{'id':'ID06','username':'ann'}],'identityProviders':[{'internalId':'ID12','alias':'idp'}]}",
                        "{'type':'department','id':'ID22','organization':'acme','path':'/sales/berlin','members':['ann']}",
                        "{'type':'authorization','id':'ID01','clientId':'app','authorizationServicesEnabled':true,'authorizationSettings':"
                                + "{'resources':[{'_id':'ID08','name':'R','owner':{'id':'ID06'}},"
                                + "{'_id':'ID09','name':'S','owner':{'id':'ID01'},'scopes':[{'id':'ID30','name':'read'}]}],"
                                + "'scopes':[{'id':'ID30','name':'read'}],"
                                + "'policies':[{'id':'ID31','name':'p','type':'user','config':{'users':'[\\\"ID06\\\"]'}},"
                                + "{'id':'ID32','name':'q','type':'role','config':{'roles':'[{\\\"id\\\":\\\"ID03\\\"}]'}},"
                                + "{'id':'ID33','name':'g','type':'group','config':{'groups':'[{\\\"id\\\":\\\"ID05\\\"}]'}},"
                                + "{'id':'ID34','name':'c','type':'client','config':{'clients':'[\\\"ID15\\\"]'}},"
                                + "{'id':'ID35','name':'s','type':'client-scope','config':{'clientScopes':'[{\\\"id\\\":\\\"ID10\\\"}]'}},"
                                + "{'id':'ID36','name':'r','type':'scope','config':{'resources':'[\\\"ID09\\\"]','scopes':'[\\\"ID30\\\"]',"
                                + "'applyPolicies':'[\\\"ID31\\\"]'}}]}}")
                .stream()
                .map(line -> line.replace('\'', '"').replaceAll("ID(\\d\\d)", id + "$1"))
                .toList();
    }

    private static String newDigits() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    private ImportRealm organizedRealm() {
        return realm(Map.of("organizationsEnabled", true));
    }

    private static JsonNode get(ImportRealm realm, String path) {
        return realm.admin().get(realm.base() + path).ok().json();
    }

    private static void isWhole(ImportRealm realm) {
        ClientRealm clients = new ClientRealm(realm);
        assertThat(clients.of("app", "roles").findValuesAsText("name")).contains("of-app");
        assertThat(realm.groups("ann")).containsExactly("/parent/child");
        assertThat(realm.realmRoles("ann")).contains("of-realm");
        assertThat(realm.of("ann", "federated-identity").findValuesAsText("identityProvider"))
                .containsExactly("idp");
        assertThat(realm.of("ann", "consents").findValuesAsText("clientId")).containsExactly("app");
        assertThat(realm.of("ann", "consents")
                        .path(0)
                        .path("grantedClientScopes")
                        .toString())
                .contains("scope");
        assertThat(clients.of("app", "service-account-user").path("id").asText())
                .isEqualTo(account(realm, "app").path("id").asText());
        assertThat(owner(clients, "R")).isEqualTo("ann");
        assertThat(owner(clients, "S")).isEqualTo("app");
        assertThat(policies(clients))
                .contains("\"ann\"", "\"of-realm\"", "/parent/child", "\"other\"", "\"scope\"", "\"S\"", "\"read\"");
        String organization = "/organizations/"
                + get(realm, "/organizations").path(0).path("id").asText();
        assertThat(get(realm, organization + "/members").findValuesAsText("username"))
                .containsExactly("ann");
        assertThat(get(realm, organization + "/identity-providers").findValuesAsText("alias"))
                .containsExactly("idp");
        assertThat(get(realm, organization + "/groups/group-by-path/sales/berlin")
                        .path("name")
                        .asText())
                .isEqualTo("berlin");
    }

    private static String owner(ClientRealm clients, String resource) {
        return clients.of("app", "authz/resource-server/resource?name=" + resource)
                .path(0)
                .path("owner")
                .path("name")
                .asText();
    }

    /** What the policies name. */
    private static String policies(ClientRealm clients) {
        StringBuilder named = new StringBuilder();
        clients.of("app", "authz/resource-server/settings")
                .path("policies")
                .forEach(policy -> policy.path("config").forEach(value -> named.append(value.asText())));
        return named.toString();
    }

    @Test
    default void aRealmIsClonedWithNewIdsThatAreMappedEverywhere() {
        List<String> lines = linkedById(newDigits());
        ImportRealm original = organizedRealm();
        ImportRealm clone = organizedRealm();
        ImportRealm second = organizedRealm();
        ImportRealm third = organizedRealm();
        String text = String.join("\n", lines) + "\n";

        ImportAnswer kept = original.into("records").take(lines);
        ImportAnswer taken = clone.into("records").take(lines.subList(3, 11));
        ImportAnswer cloned = clone.into("records").with("ids=new&chunkSize=1").take(lines);
        ImportAnswer job =
                new CaseFile("linked.ndjson", text).asJob(second.into("records"), Map.of("ids", "new", "chunkSize", 1));

        ImportJob inParts = ImportJob.create(third.into("records"), Map.of("ids", "new", "chunkSize", 1))
                .with(1, lines.subList(0, 5))
                .with(2, lines.subList(5, 10))
                .with(3, lines.subList(10, lines.size()));
        inParts.started().finished();

        assertThat(kept.statuses()).as("%s", kept.outcomes()).doesNotContain("rejected", "failed");
        assertThat(ImportJob.texts(inParts.outcomes(), "status"))
                .as("%s", inParts.outcomes())
                .isEqualTo(kept.statuses());
        assertThat(taken.statuses()).doesNotContain("created");
        assertThat(cloned.statuses()).as("%s", cloned.outcomes()).isEqualTo(kept.statuses());
        assertThat(job.statuses()).as("%s", job.outcomes()).isEqualTo(kept.statuses());
        for (ImportRealm realm : List.of(original, clone, second, third)) {
            isWhole(realm);
        }
        assertThat(ImportJob.texts(cloned.outcomes(), "id"))
                .doesNotContainAnyElementsOf(ImportJob.texts(kept.outcomes(), "id"))
                .doesNotContainAnyElementsOf(ImportJob.texts(job.outcomes(), "id"))
                .doesNotContainAnyElementsOf(ImportJob.texts(inParts.outcomes(), "id"));
    }

    @Test
    default void noIdOfTheRecordsIsInTheClone() throws SQLException {
        List<String> lines = linkedById(newDigits());
        ImportRealm clone = organizedRealm();

        ImportAnswer answer = clone.into("records").with("ids=new").take(lines);

        assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
        isWhole(clone);
        assertThat(IdOccurrences.of(server(), ids(String.join("", lines)))).isEmpty();
    }

    private static List<String> ids(String text) {
        return ID.matcher(text).results().map(MatchResult::group).distinct().toList();
    }

    @Test
    default void anExportOfARealmOfTheServerIsTakenWithNewIds() throws SQLException {
        ImportRealm first = organizedRealm();
        ImportRealm second = organizedRealm();
        CaseFile file = CaseFile.of("96b-export-of-own-realm.json");
        // Other tests import the file with its ids.
        CaseFile export = new CaseFile(file.name(), ID.matcher(file.text()).replaceAll(newDigits() + "$1"));
        String options = "onConflict=skip&ids=new";

        ImportAnswer one = export.into(first.into("records").with(options));
        ImportAnswer two = export.into(second.into("records").with(options));

        assertThat(one.statuses()).as("%s", one.outcomes()).contains("created").doesNotContain("rejected", "failed");
        assertThat(two.statuses()).isEqualTo(one.statuses());
        for (ImportRealm realm : List.of(first, second)) {
            assertThat(realm.groups("ann")).containsExactly("/sales/berlin");
            assertThat(realm.realmRoles("ann")).contains("boss");
            assertThat(get(realm, "/roles/boss/composites").findValuesAsText("name"))
                    .containsExactly("seller");
            assertThat(get(realm, "/group-by-path/sales").path("realmRoles").toString())
                    .contains("seller");
            assertThat(new ClientRealm(realm)
                            .of("shop", "service-account-user")
                            .path("id")
                            .asText())
                    .isEqualTo(account(realm, "shop").path("id").asText());
            assertThat(realm.clientRoles("service-account-shop", "shop")).containsExactly("uma_protection");
        }
        assertThat(IdOccurrences.of(server(), ids(export.text()))).isEmpty();
    }
}
