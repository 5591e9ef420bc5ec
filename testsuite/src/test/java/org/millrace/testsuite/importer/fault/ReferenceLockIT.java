package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** What new rows refer to without a foreign key cannot be removed between its look-up and the commit: each chunk locks its row. */
@Thorough
class ReferenceLockIT implements Importing {
    private static final String CLIENT = "{'type':'client','clientId':'new','authenticationFlowBindingOverrides':{%s},"
            + "'defaultClientScopes':[%s]}";
    private static final String POLICY = "{'type':'client','clientId':'new','serviceAccountsEnabled':true,"
            + "'authorizationServicesEnabled':true,'authorizationSettings':{'policies':[{'name':'p','type':'%s',"
            + "'config':{'%s':'%s'}}]}}";
    private static final String PROVIDER =
            "{'type':'identity-provider','alias':'new','providerId':'oidc','config':{},'%s':'kept'}";

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    private static Arguments user(String table, String name, String fields) {
        return arguments(table, name, "{'type':'user','username':'new'," + fields + "}");
    }

    private static Arguments policy(String table, String name, String type, String list, String named) {
        return arguments(table, name, POLICY.formatted(type, list, named.replace("'", "\\\"")));
    }

    /** The table and the column with the name "kept", and a record that refers to it. */
    private static Stream<Arguments> references() {
        return Stream.of(
                user("keycloak_role", "name", "'realmRoles':['kept']"),
                user("keycloak_group", "name", "'groups':['/kept']"),
                user("client", "client_id", "'clientConsents':[{'clientId':'kept','grantedClientScopes':[]}]"),
                user("client_scope", "name", "'clientConsents':[{'clientId':'kept','grantedClientScopes':['kept']}]"),
                user("org_group", "name", "'organizations':[{'alias':'kept','membershipType':'UNMANAGED'}]"),
                arguments("keycloak_group", "name", "{'type':'group','path':'/kept/new'}"),
                arguments("keycloak_role", "name", "{'type':'group','name':'new','realmRoles':['kept']}"),
                arguments("client", "client_id", "{'type':'role','name':'new','clientId':'kept'}"),
                arguments("client_scope", "name", CLIENT.formatted("", "'kept'")),
                arguments("client", "client_id", "{'type':'client','clientId':'kept','defaultClientScopes':['kept']}"),
                arguments("authentication_flow", "alias", CLIENT.formatted("'browser':'kept'", "")),
                policy("user_entity", "username", "user", "users", "['kept']"),
                policy("keycloak_role", "name", "role", "roles", "[{'id':'kept'}]"),
                policy("keycloak_group", "name", "group", "groups", "[{'path':'/kept'}]"),
                policy("client", "client_id", "client", "clients", "['kept']"),
                policy("client_scope", "name", "client-scope", "clientScopes", "[{'id':'kept'}]"),
                arguments(
                        "user_entity",
                        "username",
                        "{'type':'resource','clientId':'guarded','name':'new','owner':{'name':'kept'}}"),
                arguments("keycloak_role", "name", "{'type':'scope-mapping','client':'kept','roles':['kept']}"),
                arguments("client_scope", "name", "{'type':'default-client-scope','name':'kept'}"),
                arguments("keycloak_group", "name", "{'type':'default-group','path':'/kept'}"),
                arguments(
                        "identity_provider",
                        "provider_alias",
                        "{'type':'identity-provider-mapper','identityProviderAlias':'kept','name':'new','config':{},"
                                + "'identityProviderMapper':'hardcoded-user-session-attribute-idp-mapper'}"),
                arguments("authentication_flow", "alias", PROVIDER.formatted("firstBrokerLoginFlowAlias")),
                arguments("authentication_flow", "alias", PROVIDER.formatted("postBrokerLoginFlowAlias")));
    }

    @ParameterizedTest
    @MethodSource("references")
    void chunkWaitsForTheRowThatItRefersTo(String table, String column, String record) throws SQLException {
        ImportRealm realm = realmWithTargets().into("records").with("onConflict=merge");
        String line = record.replace('\'', '"');
        ImportAnswer answer;

        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.executeQuery(locked(table, column, realm)).next())
                    .isTrue();
            CompletableFuture<ImportAnswer> waiting = CompletableFuture.supplyAsync(() -> realm.take(line));
            Polling.until("the chunk waits for the row", () -> isWaitedFor(statement) || waiting.isDone());
            assertThat(waiting).as("the import of %s", line).isNotDone();
            connection.rollback();
            answer = waiting.join();
        }

        assertThat(answer.single().path("status").asText())
                .as("%s", answer.outcomes())
                .isIn("created", "updated");
    }

    /** As if another transaction removed it. */
    private static String locked(String table, String column, ImportRealm realm) {
        String ofRealm = " t JOIN realm r ON r.name = '" + realm.name() + "' AND t.realm_id = r.id";
        return table.equals("org_group")
                ? "SELECT 1 FROM keycloak_group t JOIN org o ON o.group_id = t.id JOIN realm r ON r.id = o.realm_id"
                        + " WHERE r.name = '" + realm.name() + "' FOR UPDATE OF t"
                : "SELECT 1 FROM " + table + ofRealm + " WHERE t." + column + " = 'kept' FOR UPDATE OF t";
    }

    private static boolean isWaitedFor(Statement statement) throws SQLException {
        try (ResultSet waiting = statement.executeQuery(
                "SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))")) {
            return waiting.next();
        }
    }

    private ImportRealm realmWithTargets() {
        OrganizedRealm organized = OrganizedRealm.create(server());
        ImportRealm realm = organized.realm();
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "kept");
        admin.createGroup(realm.name(), "kept");
        admin.createClient(realm.name(), AuthorizationSample.client("kept"));
        admin.createClient(realm.name(), AuthorizationSample.client("guarded"));
        admin.post(realm.base() + "/client-scopes", Map.of("name", "kept", "protocol", "openid-connect"))
                .ok();
        admin.post(realm.base() + "/identity-provider/instances", IdentityProviderSample.provider("kept"))
                .ok();
        admin.post(
                        realm.base() + "/authentication/flows",
                        Map.of("alias", "kept", "providerId", "basic-flow", "topLevel", true, "builtIn", false))
                .ok();
        organized.user("kept");
        organized.organization("kept");
        return realm;
    }

    /** Keycloak looks for the service account before it deletes the client: an account that comes in between would stay. */
    @Test
    void serviceAccountThatComesWhileItsClientIsRemovedIsRemovedToo() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        String client = admin.createClient(realm.name(), Map.of("clientId", "late"));
        String user = admin.createUser(realm.name(), "service-account-late", "secret");

        removeWhile(
                realm,
                client,
                "UPDATE user_entity SET service_account_client_link = '" + client + "' WHERE id = '" + user + "'");

        Polling.until("the account is removed", () -> !realm.has("service-account-late"));
    }

    @Test
    void flowBindingThatComesWhileItsClientIsRemovedIsRemovedToo() throws SQLException {
        ImportRealm realm = realm(Map.of());
        String client = realm.admin().createClient(realm.name(), Map.of("clientId", "late"));

        removeWhile(
                realm,
                client,
                "INSERT INTO client_auth_flow_bindings (client_id, flow_id, binding_name) VALUES ('" + client
                        + "', 'some', 'browser')");

        Polling.until("the binding is removed", () -> {
            try (Connection connection = server().database().connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT 1 FROM client_auth_flow_bindings WHERE client_id = '" + client + "'")) {
                return !rows.next();
            }
        });
    }

    /** Executes a statement when Keycloak has deleted what refers to the client, but not yet the client. */
    private void removeWhile(ImportRealm realm, String client, String sql) throws SQLException {
        CompletableFuture<Void> removed;

        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT id FROM client WHERE id = '" + client + "' FOR KEY SHARE");
            removed = CompletableFuture.runAsync(() ->
                    realm.admin().delete(realm.base() + "/clients/" + client).ok());
            Polling.until("the removal waits for the client's row", () -> isWaitedFor(statement));
            statement.execute(sql);
            connection.commit();
        }
        removed.join();
    }
}
