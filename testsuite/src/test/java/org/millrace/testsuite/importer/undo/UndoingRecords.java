package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Jobs with records of all types, their undo, and realms that have entities of all types. */
interface UndoingRecords extends Importing {
    static ImportJob job(ImportRealm realm, List<String> first, List<String> second) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", "merge"))
                .with(1, first.stream().map(line -> line.replace('\'', '"')).toList());
        if (!second.isEmpty()) {
            job = job.with(
                    2, second.stream().map(line -> line.replace('\'', '"')).toList());
        }
        job.started();
        assertThat(job.finished().path("state").asText())
                .as("%s", job.outcomes())
                .isEqualTo("completed");
        return job;
    }

    static ImportJob undo(ImportJob job) {
        Answer answer = job.post("undo");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), answer.createdId());
        undo.finished();
        return undo;
    }

    /** Status and codes by key; of several outcomes with one key, in the order of the ledger. */
    static Map<String, String> results(ImportJob undo) {
        Map<String, String> results = new TreeMap<>();
        for (JsonNode outcome : undo.outcomes()) {
            StringBuilder result = new StringBuilder(outcome.path("status").asText());
            outcome.path("problems")
                    .forEach(each -> result.append(' ').append(each.path("code").asText()));
            results.merge(outcome.path("key").asText(), result.toString(), (one, other) -> one + ", " + other);
        }
        return results;
    }

    static Map<String, String> ids(ImportJob job) {
        Map<String, String> ids = new TreeMap<>();
        job.outcomes()
                .forEach(outcome ->
                        ids.put(outcome.path("key").asText(), outcome.path("id").asText()));
        return ids;
    }

    default ImportRealm records() {
        return ImportRealm.create(server(), Map.of("organizationsEnabled", true))
                .into("records");
    }

    /** The record of an identity provider. */
    static String provider(String alias) {
        return "{'type':'identity-provider','alias':'" + alias + "','providerId':'oidc','config':{'clientId':'c',"
                + "'clientSecret':'s','authorizationUrl':'https://i.example.org/a','tokenUrl':'https://i.example.org/t'}}";
    }

    /** The record of a mapper of an identity provider. */
    static String mapper(String alias, String name) {
        return "{'type':'identity-provider-mapper','identityProviderAlias':'" + alias + "','name':'" + name
                + "','identityProviderMapper':'hardcoded-attribute-idp-mapper',"
                + "'config':{'attribute':'a','attribute.value':'b'}}";
    }

    static ImportJob job(ImportRealm realm, String onConflict, String... lines) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict))
                .with(1, Stream.of(lines).map(line -> line.replace('\'', '"')).toList())
                .started();
        assertThat(job.finished().path("state").asText())
                .as("%s", job.outcomes())
                .isEqualTo("completed");
        return job;
    }

    /** A realm with an organization, groups, a client with a resource, a client scope and roles. */
    default ImportRealm furnished() {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true))
                .into("records");
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "auditor");
        admin.createClient(
                realm.name(),
                Map.of(
                        "clientId",
                        "shop",
                        "publicClient",
                        false,
                        "fullScopeAllowed",
                        false,
                        "serviceAccountsEnabled",
                        true,
                        "authorizationServicesEnabled",
                        true));
        for (String user : List.of("stays", "leaves", "joins", "managed", "later")) {
            admin.createUser(realm.name(), user, user);
        }
        job(
                realm,
                "fail",
                "{'type':'client-scope','name':'custom','protocol':'openid-connect','protocolMappers':["
                        + "{'name':'kept','protocol':'openid-connect','protocolMapper':'oidc-hardcoded-claim-mapper',"
                        + "'config':{'claim.name':'a','claim.value':'b'}}]}",
                provider("broker"),
                mapper("broker", "country"),
                settings(policy("auditors", "POSITIVE") + "," + policy("gone", "POSITIVE")),
                "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],"
                        + "'groups':[{'name':'sales','attributes':{'a':['b']}}],"
                        + "'members':[{'username':'stays'},{'username':'leaves','groups':['/sales']}]}",
                "{'type':'group','name':'top','attributes':{'a':['b']},"
                        + "'subGroups':[{'name':'one','attributes':{'a':['b']}},{'name':'two'}]}",
                "{'type':'resource','clientId':'shop','name':'photo','uris':['/old'],'scopes':[{'name':'view'}]}");
        return realm;
    }

    static String group(ImportRealm realm, String path) {
        return realm.admin()
                .get(realm.base() + "/group-by-path/" + path)
                .ok()
                .json()
                .path("id")
                .asText();
    }

    static String settings(String policies) {
        return "{'type':'authorization','clientId':'shop','authorizationServicesEnabled':true,"
                + "'authorizationSettings':{'scopes':[{'name':'extra'}],'policies':[" + policies + "]}}";
    }

    static String policy(String name, String logic) {
        return "{'name':'" + name + "','type':'role','logic':'" + logic + "','decisionStrategy':'UNANIMOUS',"
                + "'config':{'roles':'[{\\\"id\\\":\\\"auditor\\\"}]'}}";
    }
}
