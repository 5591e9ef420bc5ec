package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Authorization settings whose resources are in Keycloak's cache. */
public interface CachedAuthorizationContract extends Importing {
    private static String withResource(String name, String scope, String uri) {
        return ("{'type':'authorization','clientId':'cached','authorizationServicesEnabled':true,'authorizationSettings':{"
                        + "'scopes':[{'name':'s'}],'resources':[{'name':'%s','uris':['%s'],'scopes':[{'name':'%s'}],"
                        + "'ownerManagedAccess':true,'attributes':{'a':['b']}}],'policies':[]}}")
                .formatted(name, uri, scope)
                .replace('\'', '"');
    }

    /** A realm with a client whose resource is in the authorization cache. */
    private ImportRealm withCachedResource() {
        ImportRealm realm = realm(Map.of());
        Map<String, Object> client = Map.of(
                "clientId",
                "cached",
                "serviceAccountsEnabled",
                true,
                "authorizationServicesEnabled",
                true,
                "secret",
                "s");
        realm.admin().createClient(realm.name(), client);
        ImportRealm replacing = realm.into("records").with("onConflict=replace");
        assertThat(replacing.take(withResource("r", "s", "/first")).statuses()).containsExactly("updated");
        assertThat(uris(replacing)).containsExactly("/first");
        return replacing;
    }

    private static List<String> uris(ImportRealm realm) {
        JsonNode resources = new ClientRealm(realm).of("cached", "authz/resource-server/resource");
        List<String> uris = new ArrayList<>();
        resources.findValues("uris").forEach(each -> each.forEach(uri -> uris.add(uri.asText())));
        return uris;
    }

    /** Keycloak's import of settings changes resources that it looks up by name without invalidating them. */
    @Test
    default void changedResourcesAreInvalidated() {
        ImportRealm realm = withCachedResource();

        ImportAnswer twice = realm.take(withResource("r", "s", "/second"), withResource("r", "s", "/first"));
        List<String> afterTwo = uris(realm);
        ImportAnswer third = realm.take(withResource("r", "s", "/third"));
        List<String> afterThree = uris(realm);
        realm.admin().post(realm.base() + "/clear-realm-cache").ok();

        assertThat(twice.statuses()).containsExactly("updated", "updated");
        assertThat(afterTwo).containsExactly("/first");
        assertThat(third.statuses()).containsExactly("updated");
        assertThat(afterThree).containsExactly("/third");
        assertThat(uris(realm)).containsExactly("/third");
    }

    @Test
    default void scopesThatOneRecordCreatesAndTheNextRemovesAreNotCached() {
        ImportRealm realm = withCachedResource();
        String added = withResource("r", "v", "/first");
        String removed = withResource("r", "s", "/first");
        String renamed = withResource("r2", "s", "/second");

        ImportAnswer predicted = realm.with("onConflict=replace&dryRun=true").take(added, removed);
        ImportAnswer answer = realm.take(added, removed, renamed);

        assertThat(predicted.statuses()).containsExactly("updated", "updated");
        assertThat(answer.statuses()).containsExactly("updated", "updated", "updated");
        assertThat(uris(realm)).containsExactly("/second");
        assertThat(new ClientRealm(realm)
                        .of("cached", "authz/resource-server/settings")
                        .path("scopes")
                        .findValuesAsText("name"))
                .containsExactly("s");
    }

    /** Otherwise the permission becomes valid again when the resource gets the scope again. */
    @Test
    default void permissionTicketsOfARemovedScopeAreDeleted() {
        ImportRealm realm = withCachedResource();
        assertThat(realm.take(withResource("r", "v", "/first")).statuses()).containsExactly("updated");
        String resource = new ClientRealm(realm)
                .of("cached", "authz/resource-server/resource?name=r")
                .at("/0/_id")
                .asText();
        String requester = realm.admin().createUser(realm.name(), "requester", "secret");
        Map<String, String> form =
                Map.of("grant_type", "client_credentials", "client_id", "cached", "client_secret", "s");
        AdminClient client = AdminClient.with(realm.node(), AccessToken.by(form, realm.node(), realm.name()));
        String tickets = "/realms/" + realm.name() + "/authz/protection/permission/ticket";
        Map<String, Object> ticket =
                Map.of("resource", resource, "requester", requester, "granted", true, "scopeName", "v");
        client.post(tickets, ticket).ok();
        assertThat(client.get(tickets + "?resourceId=" + resource).ok().json()).hasSize(1);

        assertThat(realm.take(withResource("r", "s", "/first")).statuses()).containsExactly("updated");

        assertThat(client.get(tickets + "?resourceId=" + resource).ok().json()).isEmpty();
    }

    @Test
    default void replacingRemovesTheResourceOfThatNameOfAnotherOwner() {
        ImportRealm realm = withCachedResource();
        realm.admin().createUser(realm.name(), "other", "secret");
        String ofOther = withResource("r", "s", "/other")
                .replace("\"name\":\"r\"", "\"name\":\"r\",\"owner\":{\"name\":\"other\"}");
        assertThat(realm.with("onConflict=merge").take(ofOther).statuses()).containsExactly("updated");
        assertThat(uris(realm)).containsExactlyInAnyOrder("/first", "/other");

        ImportAnswer ofOneOwner = realm.with("onConflict=replace").take(ofOther);

        assertThat(ofOneOwner.statuses()).containsExactly("updated");
        assertThat(uris(realm)).containsExactly("/other");
        assertThat(realm.take(ofOther).statuses()).containsExactly("unchanged");
    }

    /** Keycloak's cache finds the objects of any client by their ids once the session has read them. */
    @Test
    default void objectsOfAnotherClientAreNotChanged() {
        ImportRealm realm = withCachedResource().with("onConflict=merge");
        realm.admin()
                .createClient(
                        realm.name(),
                        Map.of(
                                "clientId",
                                "own",
                                "serviceAccountsEnabled",
                                true,
                                "authorizationServicesEnabled",
                                true));
        ClientRealm clients = new ClientRealm(realm);
        realm.admin()
                .post(
                        realm.base() + "/clients/" + clients.id("cached") + "/authz/resource-server/policy/time",
                        Map.of("name", "time", "notBefore", "2020-01-01 00:00:00"))
                .ok();
        String before = objects(clients).toString();
        ImportRealm manager = realm.as(realm.newAdmin("manage-clients"));
        String reading = withResource("r", "s", "/first");
        String settings =
                "{\"type\":\"authorization\",\"clientId\":\"own\",\"authorizationServicesEnabled\":true,\"authorizationSettings\":{%s}}";
        JsonNode cached = objects(clients);
        String scope = cached.at("/0/0/id").asText();
        String resource = cached.at("/1/0/_id").asText();
        String policy = cached.at("/2/0/id").asText();
        List<String> foreign = List.of(
                "\"scopes\":[{\"id\":\"" + scope + "\",\"name\":\"renamed\"}]",
                "\"resources\":[{\"_id\":\"" + resource + "\",\"name\":\"renamed\"}]",
                "\"resources\":[{\"name\":\"new\",\"scopes\":[{\"id\":\"" + scope + "\",\"name\":\"renamed\"}]}]",
                "\"policies\":[{\"id\":\"" + policy + "\",\"name\":\"renamed\",\"type\":\"time\",\"config\":{}}]");

        for (String each : foreign) {
            ImportAnswer answer = manager.take(reading, settings.formatted(each));
            assertThat(answer.outcomes().stream().map(ImportAnswer::problems))
                    .as(each)
                    .containsExactly(List.of(), List.of("id-exists"));
        }
        String referring = "\"policies\":[{\"name\":\"p\",\"type\":\"scope\",\"config\":{\"%s\":\"[\\\"%s\\\"]\"}}]";
        assertThat(ImportAnswer.problems(manager.take(reading, settings.formatted(referring.formatted("scopes", scope)))
                        .line(2)))
                .containsExactly("unknown-scope");
        assertThat(ImportAnswer.problems(
                        manager.take(reading, settings.formatted(referring.formatted("resources", resource)))
                                .line(2)))
                .containsExactly("unknown-resource");
        assertThat(ImportAnswer.problems(
                        manager.take(reading, settings.formatted(referring.formatted("applyPolicies", policy)))
                                .line(2)))
                .containsExactly("unknown-policy");
        assertThat(objects(clients).toString()).isEqualTo(before);
    }

    /** The session has read the resource for the first record, which is rejected. */
    @Test
    default void resourceOfAnotherClientIsNotDeleted() {
        ImportRealm realm = withCachedResource().into("resources").with("onConflict=fail");
        realm.admin()
                .createClient(
                        realm.name(),
                        Map.of(
                                "clientId",
                                "own",
                                "serviceAccountsEnabled",
                                true,
                                "authorizationServicesEnabled",
                                true));
        String id = objects(new ClientRealm(realm)).at("/1/0/_id").asText();
        String deletion = "{\"$op\":\"delete\",\"clientId\":\"%s\",\"_id\":\"" + id + "\"%s}";

        ImportAnswer answer =
                realm.take(deletion.formatted("cached", ",\"name\":\"other\""), deletion.formatted("own", ""));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("rejected", "unchanged");
        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("key-mismatch");
        assertThat(uris(realm)).containsExactly("/first");
    }

    /** The scopes, resources and policies of the client with a cached resource. */
    private static JsonNode objects(ClientRealm clients) {
        ArrayNode objects = JsonNodeFactory.instance.arrayNode();
        for (String kind : List.of("scope", "resource", "policy")) {
            objects.add(clients.of("cached", "authz/resource-server/" + kind));
        }
        return objects;
    }
}
