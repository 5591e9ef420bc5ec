package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.differential.ManyShapes;
import org.millrace.testsuite.importer.differential.RevisedShapes;
import org.millrace.testsuite.importer.differential.UserRows;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.TableRows;
import org.millrace.testsuite.importer.fixture.UserLine;

/** {@code POST .../jobs/{id}/undo}: the database is as it was before the job. */
interface UndoContract extends Importing {
    ObjectMapper JSON = new ObjectMapper();
    int USERS = 120;
    String MARKER = "undo-secret-marker";

    /** As OpenLDAP stores it. */
    String SHA_1_OF_PASSWORD = "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=";

    private static ImportJob job(ImportRealm realm, String onConflict, List<?> lines) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict))
                .with(1, lines)
                .started();
        JsonNode finished = job.finished();
        assertThat(finished.path("state").asText()).as("%s", finished).isEqualTo("completed");
        return job;
    }

    /** Users without characters that take four bytes in UTF-8, which Keycloak's tables in MariaDB cannot hold. */
    private static List<ObjectNode> users(int count) {
        return ManyShapes.users(3 * count).stream()
                .filter(user -> user.toString().chars().noneMatch(unit -> Character.isSurrogate((char) unit)))
                .limit(count)
                .toList();
    }

    private static ImportJob undo(ImportJob job) {
        Answer answer = job.post("undo");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), answer.createdId());
        assertThat(answer.header("Location").orElseThrow()).endsWith(undo.path(""));
        assertThat(answer.json().path("source")).isEqualTo(JSON.valueToTree(Map.of("type", "undo", "job", job.id())));
        return undo;
    }

    private static ObjectNode record(String json) {
        try {
            return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /** The status of each record by its key, with the codes of its problems and warnings. */
    private static Map<String, String> results(ImportJob undo) {
        Map<String, String> results = new TreeMap<>();
        for (JsonNode outcome : undo.outcomes()) {
            StringBuilder result = new StringBuilder(outcome.path("status").asText());
            outcome.path("problems")
                    .forEach(each -> result.append(' ').append(each.path("code").asText()));
            outcome.path("warnings")
                    .forEach(each -> result.append(' ').append(each.path("code").asText()));
            results.put(outcome.path("key").asText(), result.toString());
        }
        return results;
    }

    /** All rows of a realm's users as text, without generated row ids and the time of the last write. */
    private Map<String, Set<String>> rows(ImportRealm realm) throws SQLException {
        Map<String, Set<String>> rows = new TreeMap<>();
        try (Connection connection = server().database().connect()) {
            Map<String, String> columns = new TreeMap<>(Map.of("user_entity", "id"));
            UserRows.tables(connection).forEach(table -> columns.put(table, "user_id"));
            for (Map.Entry<String, String> table : columns.entrySet()) {
                List<Map<String, String>> found = TableRows.read(
                        connection,
                        UserRows.named(
                                "SELECT t.* FROM " + table.getKey() + " t JOIN user_entity u ON u.id = t."
                                        + table.getValue() + " JOIN realm r ON r.id = u.realm_id WHERE r.name = ?",
                                connection),
                        realm.name());
                Set<String> texts = rows.computeIfAbsent(table.getKey(), name -> new TreeSet<>());
                for (Map<String, String> row : found) {
                    row.remove("last_modified_timestamp");
                    row.remove("version");
                    if (table.getKey().equals("user_attribute")) {
                        row.remove("id");
                    }
                    if (table.getKey().equals("user_entity") && "null".equals(row.get("email"))) {
                        row.remove("email_constraint");
                    }
                    texts.add(row.toString());
                }
            }
        }
        return rows;
    }

    /** Shows the rows that differ only. */
    private static void assertSame(Map<String, Set<String>> before, Map<String, Set<String>> after) {
        before.forEach((table, rows) -> {
            Set<String> lost = new TreeSet<>(rows);
            lost.removeAll(after.get(table));
            Set<String> added = new TreeSet<>(after.get(table));
            added.removeAll(rows);
            assertThat(List.of(lost, added)).as(table).isEqualTo(List.of(Set.of(), Set.of()));
        });
    }

    @Test
    default void usersAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = ManyShapes.realm(ImportRealm.shared(server()));
        List<ObjectNode> all = users(USERS);
        all.forEach(user -> user.remove("id"));
        List<ObjectNode> present = all.subList(0, USERS / 2);
        assertThat(realm.take(present).count("created")).isEqualTo(present.size());
        Map<String, Set<String>> before = rows(realm);
        List<ObjectNode> lines = new ArrayList<>(RevisedShapes.of(present));
        lines.addAll(all.subList(USERS / 2, USERS));

        ImportJob job = job(realm, "merge", lines);
        assertThat(rows(realm)).isNotEqualTo(before);
        assertThat(job.get().at("/undo/bytes").asLong()).isPositive();
        ImportJob undo = undo(job);
        JsonNode finished = undo.finished();

        assertThat(finished.path("state").asText()).as("%s", undo.outcomes()).isEqualTo("completed");
        assertThat(finished.path("counts").path("deleted").asInt()).isEqualTo(USERS / 2);
        assertThat(finished.path("counts").path("updated").asInt())
                .isEqualTo(job.get().path("counts").path("updated").asInt())
                .isPositive();
        assertThat(finished.path("total").asLong())
                .isEqualTo(finished.path("counts").path("read").asLong());
        Map<String, Set<String>> after = rows(realm);
        assertSame(before, after);
        assertThat(IdOccurrences.of(
                        server(),
                        job.outcomes("&status=created", 1000).stream()
                                .map(outcome -> outcome.path("id").asText())
                                .toList()))
                .isEmpty();
    }

    @Test
    default void replacedUsersAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = ManyShapes.realm(ImportRealm.shared(server()));
        List<ObjectNode> present = users(USERS / 2);
        present.forEach(user -> user.remove("id"));
        assertThat(realm.take(present).count("created")).isEqualTo(present.size());
        Map<String, Set<String>> before = rows(realm);

        ImportJob undo = undo(job(realm, "replace", RevisedShapes.of(present)));

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        Map<String, Set<String>> after = rows(realm);
        assertSame(before, after);
    }

    /** A user who can log in. */
    private static UserLine complete(String username) {
        return UserLine.of(Map.of(
                "username",
                username,
                "email",
                username + "@example.org",
                "enabled",
                true,
                "firstName",
                "Before",
                "lastName",
                "Complete"));
    }

    @Test
    default void usersChangedSinceTheJobAreLeftAsTheyAre() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        realm.take(complete("edited"), complete("password"), complete("untouched"));
        Object credentials = List.of(Map.of("type", "password", "value", "of the import"));
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        UserLine.of(Map.of("username", "edited", "firstName", "After")),
                        UserLine.of(Map.of("username", "password", "firstName", "After", "credentials", credentials)),
                        UserLine.of(Map.of("username", "untouched", "firstName", "After", "credentials", credentials)),
                        UserLine.of(Map.of("username", "new", "enabled", true)),
                        UserLine.of(Map.of("username", "new-edited", "enabled", true)),
                        UserLine.of(Map.of("username", "new-gone", "enabled", true))));
        Map<String, String> ids = realm.ids();
        String base = realm.base();
        admin.put(base + "/users/" + ids.get("edited"), Map.of("lastName", "by an administrator"))
                .ok();
        admin.put(base + "/users/" + ids.get("new-edited"), Map.of("lastName", "by an administrator"))
                .ok();
        admin.put(
                        base + "/users/" + ids.get("password") + "/reset-password",
                        Map.of("type", "password", "value", "set later", "temporary", false))
                .ok();
        admin.delete(base + "/users/" + ids.get("new-gone")).ok();

        ImportJob undo = undo(job);
        JsonNode finished = undo.finished();

        assertThat(finished.path("state").asText()).isEqualTo("completed-with-errors");
        assertThat(finished.path("problemsByCode")).isEqualTo(JSON.valueToTree(Map.of("changed-since-import", 2)));
        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "edited", "rejected changed-since-import",
                        "new-edited", "rejected changed-since-import",
                        "new", "deleted",
                        "new-gone", "unchanged",
                        "untouched", "updated",
                        "password", "updated credentials-not-restored"));
        for (String edited : List.of("edited", "new-edited")) {
            assertThat(realm.user(edited).path("lastName").asText()).isEqualTo("by an administrator");
        }
        assertThat(realm.user("edited").path("firstName").asText()).isEqualTo("After");
        assertThat(realm.user("untouched").path("firstName").asText()).isEqualTo("Before");
        assertThat(realm.login("untouched", "of the import").status()).isNotEqualTo(200);
        assertThat(realm.user("password").path("firstName").asText()).isEqualTo("Before");
        assertThat(realm.login("password", "set later").status()).isEqualTo(200);
    }

    /** Records of one chunk about the same entity are undone one after the other. */
    @Test
    default void entitiesWithSeveralRecordsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        realm.admin().createRealmRole(realm.name(), "auditor");
        JsonNode role = realm.admin().get(realm.base() + "/roles/auditor").ok().json();
        Map<String, Set<String>> before = rows(realm);
        ImportJob job = job(
                realm.into("records"),
                "merge",
                List.of(
                        record("{'type':'role','name':'auditor','description':'first'}"),
                        record("{'type':'role','name':'auditor','description':'second','attributes':{'a':['b']}}"),
                        record("{'type':'user','username':'present','firstName':'First'}"),
                        record("{'type':'user','username':'present','firstName':'Second','realmRoles':['auditor']}"),
                        record("{'type':'user','username':'new','firstName':'First'}"),
                        record("{'type':'user','username':'new','firstName':'Second','realmRoles':['auditor']}")));
        assertThat(job.get().path("counts").path("updated").asInt()).isEqualTo(5);

        ImportJob undo = undo(job);

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        assertSame(before, rows(realm));
        assertThat(realm.admin().get(realm.base() + "/roles/auditor").ok().json())
                .isEqualTo(role);
        assertThat(realm.has("new")).isFalse();
    }

    /** An administrator is written alone, which writes what was restored before. */
    @Test
    default void usersWhoseRecordsStandBetweenThoseOfOthersAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("first"), complete("second"), complete("administrator"));
        String administrator = Objects.requireNonNull(realm.ids().get("administrator"));
        realm.admin().grant(realm.name(), administrator, "realm-management", "realm-admin");
        Map<String, Set<String>> before = rows(realm);
        List<String> records =
                List.of("first", "second", "first", "second", "first", "administrator", "first", "second");
        ImportJob job = job(
                realm,
                "merge",
                IntStream.range(0, records.size())
                        .mapToObj(i -> record("{'username':'" + records.get(i) + "','lastName':'Version " + i + "'}"))
                        .toList());
        assertThat(job.get().path("counts").path("updated").asInt()).isEqualTo(records.size());

        ImportJob undo = undo(job);

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        assertSame(before, rows(realm));
    }

    /** The first login replaces the imported hash and removes a required action: the user is still the one that the job created. */
    @Test
    default void userWhoHasLoggedInIsDeleted() {
        ImportRealm realm = realm(Map.of());
        ObjectNode visitor = complete("visitor").json();
        visitor.putArray("credentials").addObject().put("type", "password").put("hash", SHA_1_OF_PASSWORD);
        ImportJob job = job(realm, "fail", List.of(visitor));
        String path = realm.base() + "/users/" + realm.ids().get("visitor") + "/credentials";
        JsonNode imported = realm.admin().get(path).ok().json();
        assertThat(realm.login("visitor", "password").status()).isEqualTo(200);
        assertThat(realm.admin().get(path).ok().json()).isNotEqualTo(imported);

        ImportJob undo = undo(job);

        assertThat(undo.finished().path("counts").path("deleted").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(1);
        assertThat(realm.has("visitor")).isFalse();
    }

    /** The row is the one that Keycloak's page of the terms writes. */
    @Test
    default void userWhoHasAcceptedTheTermsIsDeleted() throws SQLException {
        ImportRealm realm = realm(Map.of());
        ImportJob job = job(realm, "fail", List.of(complete("visitor").json()));
        try (Connection connection = server().database().connect();
                PreparedStatement insert = connection.prepareStatement(UserRows.named(
                        "INSERT INTO user_attribute (id, user_id, name, long_value) VALUES (?, ?, 'terms_and_conditions', '1760000000')",
                        connection))) {
            insert.setString(1, UUID.randomUUID().toString());
            insert.setString(2, realm.ids().get("visitor"));
            insert.executeUpdate();
        }
        realm.admin().post(realm.base() + "/clear-user-cache", Map.of()).ok();

        ImportJob undo = undo(job);

        assertThat(undo.finished().at("/counts/deleted").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(1);
    }

    /** The import changes the user name at the identity provider, and the undo restores it. */
    @Test
    default void tokenOfAFederatedIdentityIsKept() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        Map<String, Object> provider = Map.of(
                "alias", "github", "providerId", "github", "config", Map.of("clientId", "a", "clientSecret", "b"));
        admin.post(realm.base() + "/identity-provider/instances", provider).ok();
        String id = admin.createUser(realm.name(), "linked", "linked");
        admin.post(
                        realm.base() + "/users/" + id + "/federated-identity/github",
                        Map.of("identityProvider", "github", "userId", "1", "userName", "before"))
                .ok();
        try (Connection connection = server().database().connect();
                PreparedStatement update = connection.prepareStatement(UserRows.named(
                        "UPDATE federated_identity SET token = '" + MARKER + "' WHERE user_id = ?", connection))) {
            update.setString(1, id);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
        admin.post(realm.base() + "/clear-user-cache", Map.of()).ok();
        Map<String, Set<String>> before = rows(realm);
        ImportJob job = job(
                realm,
                "merge",
                List.of(JSON.createObjectNode()
                        .put("username", "linked")
                        .set(
                                "federatedIdentities",
                                JSON.createArrayNode()
                                        .add(JSON.createObjectNode()
                                                .put("identityProvider", "github")
                                                .put("userId", "1")
                                                .put("userName", "after")))));
        assertThat(rows(realm)).isNotEqualTo(before);

        ImportJob undo = undo(job);

        assertThat(undo.finished().at("/counts/updated").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(1);
        assertSame(before, rows(realm));
    }

    @Test
    default void lastAdministratorRemainsOne() {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        String first = admin.createUser(realm.name(), "first", "first");
        admin.createUser(realm.name(), "second", "second");
        admin.grant(realm.name(), first, "realm-management", "realm-admin");
        ImportJob job = job(
                realm,
                "merge",
                List.of(JSON.createObjectNode()
                        .put("username", "second")
                        .set(
                                "clientRoles",
                                JSON.createObjectNode()
                                        .set(
                                                "realm-management",
                                                JSON.createArrayNode().add("realm-admin")))));
        assertThat(job.get().at("/counts/updated").asInt())
                .as("%s", job.outcomes())
                .isEqualTo(1);
        admin.delete(realm.base() + "/users/" + first).ok();

        ImportJob undo = undo(job);

        assertThat(undo.finished().at("/counts/rejected").asInt()).isEqualTo(1);
        assertThat(undo.outcomes().toString()).contains("last-administrator");
        assertThat(realm.clientRoles("second", "realm-management")).contains("realm-admin");
    }

    @Test
    default void mixedRecordsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true))
                .into("records");
        AdminClient admin = realm.admin();
        String base = realm.base();
        admin.createRealmRole(realm.name(), "part");
        admin.createRealmRole(realm.name(), "auditor");
        String group = admin.createGroup(realm.name(), "sales");
        String client = admin.createClient(
                realm.name(),
                Map.of("clientId", "shop", "secret", MARKER, "redirectUris", List.of("https://shop.example.org/*")));
        admin.createUser(realm.name(), "present", "present");
        List<String> paths = List.of(
                base + "/roles/auditor",
                base + "/roles/auditor/composites",
                base + "/groups/" + group,
                base + "/clients/" + client,
                base + "/clients/" + client + "/client-secret",
                base + "/roles?briefRepresentation=false",
                base + "/organizations",
                base + "/groups?subGroupsCount=false");
        Map<String, JsonNode> before = states(admin, paths);
        Map<String, Set<String>> rows = rows(realm);

        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        record("{'type':'client','clientId':'shop','secret':'changed','name':'Shop'}"),
                        record("{'type':'client','clientId':'new-client','serviceAccountsEnabled':true}"),
                        record("{'type':'role','name':'auditor','description':'d','attributes':{'a':['b']},"
                                + "'composites':{'realm':['part']}}"),
                        record("{'type':'role','name':'new-role','composites':{'realm':['part']}}"),
                        record("{'type':'role','name':'of-client','clientId':'new-client'}"),
                        record("{'type':'group','name':'sales','attributes':{'x':['y']},'realmRoles':['auditor']}"),
                        record("{'type':'group','name':'new-group','subGroups':[{'name':'below'}]}"),
                        record("{'type':'user','username':'present','firstName':'P','groups':['/new-group'],"
                                + "'realmRoles':['new-role']}"),
                        record("{'type':'user','username':'new-user','groups':['/new-group/below'],"
                                + "'clientRoles':{'new-client':['of-client']}}"),
                        record("{'type':'organization','name':'Acme','alias':'acme','domains':[{'name':'acme.org'}],"
                                + "'members':[{'username':'new-user'}]}")));
        assertThat(job.get().path("counts").path("created").asInt()).isEqualTo(6);
        ImportJob undo = undo(job);

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        Map<String, JsonNode> after = states(admin, paths);
        before.forEach((path, state) -> assertThat(after.get(path)).as(path).isEqualTo(state));
        Map<String, Set<String>> rowsAfter = rows(realm);
        assertSame(rows, rowsAfter);
        assertThat(IdOccurrences.of(
                        server(),
                        job.outcomes("&status=created", 1000).stream()
                                .map(outcome -> outcome.path("id").asText())
                                .toList()))
                .isEmpty();
        for (String text : List.of(
                job.get().toString(), undo.get().toString(), undo.outcomes().toString())) {
            assertThat(text).doesNotContain(MARKER);
        }
        assertThat(ImportJob.title(admin.get(undo.path("/retry-file")))).isEqualTo("409 undo-job");
    }

    private static Map<String, JsonNode> states(AdminClient admin, List<String> paths) {
        Map<String, JsonNode> states = new TreeMap<>();
        paths.forEach(path -> states.put(path, sorted(admin.get(path).ok().json())));
        return states;
    }

    /** Keycloak shows client scopes and other sets in the order in which the database returns them. */
    private static JsonNode sorted(JsonNode state) {
        for (Map.Entry<String, JsonNode> field : state.properties()) {
            if (field.getValue() instanceof ArrayNode list) {
                List<JsonNode> values = new ArrayList<>();
                list.forEach(values::add);
                values.sort(Comparator.comparing(JsonNode::toString));
                list.removeAll();
                list.addAll(values);
            }
        }
        return state;
    }

    /** The images of a job as text. */
    private String images(ImportJob job) throws SQLException {
        return unpacked(job, "SELECT images FROM millrace_job_image WHERE job_id = ?");
    }

    private String unpacked(ImportJob job, String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection connection = server().database().connect();
                PreparedStatement query = connection.prepareStatement(UserRows.named(sql, connection))) {
            query.setString(1, job.id());
            try (ResultSet blocks = query.executeQuery()) {
                while (blocks.next()) {
                    InputStream block = new InflaterInputStream(new ByteArrayInputStream(blocks.getBytes(1)));
                    text.append(new String(block.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String providerId(AdminClient admin, ImportRealm realm, String alias) {
        return admin.get(realm.base() + "/identity-provider/instances/" + alias)
                .ok()
                .json()
                .path("internalId")
                .asText();
    }

    /** They hold secrets. */
    @Test
    default void statesOfDeletedEntitiesAreRemoved() throws SQLException {
        ImportRealm realm = realm(Map.of()).into("records");
        AdminClient admin = realm.admin();
        Map<String, String> ids = new TreeMap<>();
        for (String name : List.of("deleted", "kept")) {
            ids.put(name, admin.createUser(realm.name(), name, MARKER));
            ids.put(name + "-client", admin.createClient(realm.name(), Map.of("clientId", name, "secret", MARKER)));
            Map<String, Object> provider =
                    Map.of("alias", name, "providerId", "github", "config", Map.of("clientSecret", MARKER));
            admin.post(realm.base() + "/identity-provider/instances", provider).ok();
            ids.put(name + "-provider", providerId(admin, realm, name));
        }
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        record("{'type':'user','username':'deleted','lastName':'x'}"),
                        record("{'type':'user','username':'kept','lastName':'x'}"),
                        record("{'type':'client','clientId':'deleted','name':'x'}"),
                        record("{'type':'client','clientId':'kept','name':'x'}"),
                        record(
                                "{'type':'identity-provider','alias':'deleted','providerId':'github','displayName':'x'}"),
                        record(
                                "{'type':'identity-provider','alias':'kept','providerId':'github','config':{'clientSecret':'"
                                        + MARKER + "'}}")));
        assertThat(images(job)).contains(ids.values());

        admin.delete(realm.base() + "/users/" + ids.get("deleted")).ok();
        admin.delete(realm.base() + "/clients/" + ids.get("deleted-client")).ok();
        admin.delete(realm.base() + "/identity-provider/instances/deleted").ok();

        Polling.until(
                "the states of deleted entities are removed",
                () -> Stream.of("deleted", "deleted-client", "deleted-provider")
                        .map(ids::get)
                        .noneMatch(images(job)::contains));
        assertThat(images(job))
                .contains(Stream.of("kept", "kept-client", "kept-provider")
                        .map(ids::get)
                        .toList());
        ImportJob undo = undo(job);
        assertThat(undo.finished().at("/counts/updated").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(3);
        assertThat(results(undo).get("deleted")).isEqualTo("rejected changed-since-import");
    }

    @Test
    default void earlierStatesGoWithTheirJobAndTheirRealm() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        List<ImportJob> jobs = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            jobs.add(job(realm, "merge", List.of(record("{'username':'present','lastName':'" + name + "'}"))));
            assertThat(images(jobs.get(jobs.size() - 1))).contains("present");
        }

        realm.admin().delete(jobs.get(0).path("")).ok();

        assertThat(images(jobs.get(0))).isEmpty();
        assertThat(images(jobs.get(1))).contains("present");

        realm.admin().delete(realm.base()).ok();

        assertThat(images(jobs.get(1))).isEmpty();
    }

    /** The stored records of a job as text. */
    private String records(ImportJob job) throws SQLException {
        return unpacked(job, "SELECT record_data FROM millrace_job_block WHERE upload_id = ?");
    }

    /** Users of another storage have no row among those of Keycloak: nothing says that they were deleted. */
    @Test
    default void statesOfFederatedUsersAreKept() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("deleted"), complete("federated"));
        Map<String, String> ids = realm.ids();
        String local = Objects.requireNonNull(ids.get("federated"));
        String deleted = Objects.requireNonNull(ids.get("deleted"));
        String federated = "f:" + UUID.randomUUID() + ":federated";
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        record("{'username':'deleted','lastName':'x'}"),
                        record("{'username':'federated','lastName':'x'}")));
        String images = images(job);
        replaceImages(job, images.replace(local, federated));
        realm.admin().delete(realm.base() + "/users/" + deleted).ok();

        Polling.until(
                "the state of the deleted user is removed", () -> !images(job).contains(deleted));

        assertThat(images(job)).contains(federated);
    }

    /** Stores images as if the users had other ids; a job has one block. */
    private void replaceImages(ImportJob job, String images) throws SQLException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(block)) {
            out.write(images.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Connection connection = server().database().connect();
                PreparedStatement update = connection.prepareStatement(
                        UserRows.named("UPDATE millrace_job_image SET images = ? WHERE job_id = ?", connection))) {
            update.setBytes(1, block.toByteArray());
            update.setString(2, job.id());
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    /** The records of an undo hold copies of earlier states. */
    @Test
    default void statesForAPausedUndoAreRemovedAfterUndoDays() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        String id = Objects.requireNonNull(realm.ids().get("present"));
        ImportJob job = job(realm, "merge", List.of(record("{'username':'present','lastName':'after'}")));
        ImportJob undo;
        try (Connection connection = server().database().connect()) {
            lock(connection, id);
            undo = undo(job);
            Polling.until("the undo has begun", () -> !records(undo).isEmpty());
            assertThat(undo.post("pause").status()).isEqualTo(200);
            assertThat(images(job)).contains(id);

            age(job, 8);

            assertThat(undo.finished().path("state").asText()).isEqualTo("failed");
            connection.rollback();
        }
        assertThat(undo.get().at("/problem/code").asText()).as("%s", undo.get()).isEqualTo("undo-expired");
        assertOnlyKeysAreKept(undo);
        assertThat(images(job)).isEmpty();
        assertThat(realm.user("present").path("lastName").asText()).isEqualTo("after");
        assertThat(ImportJob.title(job.post("undo"))).isEqualTo("409 undo-expired");
    }

    /** It cannot be resumed, and another undo of the job makes its own copies. */
    @Test
    default void cancelledUndoKeepsNoStates() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        String id = Objects.requireNonNull(realm.ids().get("present"));
        ImportJob job = job(realm, "merge", List.of(record("{'username':'present','lastName':'after'}")));
        ImportJob undo;
        try (Connection connection = server().database().connect()) {
            lock(connection, id);
            undo = undo(job);
            Polling.until("the undo has begun", () -> !records(undo).isEmpty());
            assertThat(undo.post("cancel").status()).isEqualTo(200);
            connection.rollback();
        }

        assertThat(undo.state()).isEqualTo("cancelled");
        assertOnlyKeysAreKept(undo);
        ImportJob second = undo(job);
        assertThat(second.finished().path("state").asText())
                .as("%s", second.outcomes())
                .isEqualTo("completed");
        assertThat(realm.user("present").path("lastName").asText()).isEqualTo("Complete");
        assertThat(records(second)).isEmpty();
    }

    /** The record that was not processed has an outcome with its key, and no state. */
    private void assertOnlyKeysAreKept(ImportJob undo) throws SQLException {
        assertThat(undo.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.path("status").asText()).isEqualTo("unprocessed");
            assertThat(outcome.path("key").asText()).isEqualTo("present");
        });
        assertThat(records(undo)).contains("present").doesNotContain("Complete");
    }

    /** Has the undo wait for a user's row until the transaction of the connection ends. */
    private static void lock(Connection connection, String userId) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement query = connection.prepareStatement(
                UserRows.named("SELECT id FROM user_entity WHERE id = ? FOR UPDATE", connection))) {
            query.setString(1, userId);
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    /** Has a job end some days earlier. */
    private void age(ImportJob job, int days) throws SQLException {
        try (Connection connection = server().database().connect();
                PreparedStatement update = connection.prepareStatement(UserRows.named(
                        "UPDATE millrace_job SET finished_at = finished_at - ? WHERE id = ?", connection))) {
            update.setLong(1, Duration.ofDays(days).toMillis());
            update.setString(2, job.id());
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    default void dryRunShowsWhatAnUndoWouldDo() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(UserLine.of(Map.of("username", "present", "firstName", "Before")));
        ImportJob job = job(
                realm,
                "merge",
                List.of(UserLine.of(Map.of("username", "present", "firstName", "After")), UserLine.named("new")));
        Map<String, Set<String>> before = rows(realm);

        ImportJob undo = undo(new ImportJob(job.admin(), job.jobs(), job.id()), "?dryRun=true");

        JsonNode counts = undo.finished().path("counts");
        assertThat(counts.path("deleted").asInt()).as("%s", undo.outcomes()).isEqualTo(1);
        assertThat(counts.path("updated").asInt()).isEqualTo(1);
        assertThat(rows(realm)).isEqualTo(before);
    }

    private static ImportJob undo(ImportJob job, String query) {
        Answer answer = job.post("undo" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ImportJob(job.admin(), job.jobs(), answer.createdId());
    }

    @Test
    default void importWithUndoRunsAsAJob() {
        ImportRealm realm = realm(Map.of());
        Answer answer =
                realm.with("undo=true").post((UserLine.named("mistake") + "\n").getBytes(StandardCharsets.UTF_8));
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        ImportJob job = new ImportJob(realm.admin(), ImportJob.collection(realm), answer.createdId());
        job.finished();

        undo(job).finished();

        assertThat(realm.has("mistake")).isFalse();
    }

    @Test
    default void jobsThatCannotBeUndoneAreRefused() {
        ImportRealm realm = realm(Map.of());
        ImportJob open = ImportJob.create(realm, Map.of()).with(1, UserLine.several("open", 1));
        ImportJob done = job(realm, "fail", UserLine.several("user", 2));
        ImportJob dryRun = ImportJob.create(realm, Map.of("dryRun", true))
                .with(1, UserLine.several("dry", 1))
                .started();
        dryRun.finished();
        ImportJob undo = undo(done);
        undo.finished();
        ImportJob deletion = job(realm, "fail", List.of(record("{'username':'absent','$op':'delete'}")));
        realm.take(UserLine.named("present"));
        ImportJob deleted = job(realm, "fail", List.of(record("{'username':'present','$op':'delete'}")));

        assertThat(ImportJob.title(open.post("undo"))).isEqualTo("409 job-open");
        assertThat(ImportJob.title(dryRun.post("undo"))).isEqualTo("409 job-is-dry-run");
        assertThat(ImportJob.title(undo.post("undo"))).isEqualTo("409 undo-of-undo");
        assertThat(ImportJob.title(deleted.post("undo"))).isEqualTo("409 job-has-deletions");
        assertThat(ImportJob.title(
                        new ImportJob(done.admin(), done.jobs(), deletion.id().replaceFirst("^.", "z")).post("undo")))
                .isEqualTo("404 unknown-job");
        assertThat(ImportJob.title(done.post("undo"))).isEqualTo("409 job-undone");
        assertThat(ImportJob.title(done.post("undo?dryRun=perhaps"))).isEqualTo("400 invalid-parameter");
    }

    /** A caller who may not change an entity does not learn whether it was changed. */
    @Test
    default void entityThatTheCallerMayNotChangeIsForbidden() {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "auditor");
        admin.createRealmRole(realm.name(), "edited");
        String client = admin.createClient(realm.name(), Map.of("clientId", "shop"));
        admin.createClientRole(realm.name(), client, "seller");
        String owner = admin.createUser(realm.name(), "owner", "owner");
        admin.grant(realm.name(), owner, "realm-management", "manage-clients");
        admin.grant(realm.name(), owner, "realm-management", "manage-realm");
        ImportJob job = job(
                realm.into("roles").as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")),
                "merge",
                List.of(
                        record("{'name':'auditor','description':'d'}"),
                        record("{'name':'edited','description':'d'}"),
                        record("{'name':'seller','clientId':'shop','description':'d'}")));
        admin.put(realm.base() + "/roles/edited", Map.of("name", "edited", "description", "by an administrator"))
                .ok();
        admin.revoke(realm.name(), owner, "realm-management", "manage-realm");

        ImportJob undo = undo(job.as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")));
        undo.finished();

        assertThat(results(undo))
                .isEqualTo(
                        Map.of("auditor", "rejected forbidden", "edited", "rejected forbidden", "seller", "updated"));
    }

    /** Each record needs the permission that the caller of the undo has now. */
    @Test
    default void callerWithoutPermissionUndoesNothing() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        realm.take(UserLine.of(Map.of("username", "manager", "firstName", "Before")));
        admin.grant(
                realm.name(), Objects.requireNonNull(realm.ids().get("manager")), "realm-management", "realm-admin");
        ImportRealm replacing = realm.into("users");
        ImportJob job = job(
                replacing,
                "replace",
                List.of(UserLine.of(Map.of("username", "manager", "firstName", "After")), UserLine.named("created")));
        assertThat(realm.clientRoles("manager", "realm-management")).isEmpty();

        for (String role : List.of("", "view-users", "manage-clients")) {
            AdminClient other = role.isEmpty() ? realm.newAdmin() : realm.newAdmin(role);
            assertThat(ImportJob.title(job.as(other).post("undo"))).as(role).isEqualTo("403 forbidden");
        }
        ImportJob undo = undo(job.as(realm.newAdmin("manage-users")));
        undo.finished();

        Map<String, JsonNode> outcomes = new TreeMap<>();
        undo.outcomes().forEach(outcome -> outcomes.put(outcome.path("key").asText(), outcome));
        assertThat(Objects.requireNonNull(outcomes.get("manager"))
                        .at("/problems/0/code")
                        .asText())
                .isEqualTo("forbidden-role");
        assertThat(Objects.requireNonNull(outcomes.get("created"))
                        .path("status")
                        .asText())
                .isEqualTo("deleted");
        assertThat(realm.clientRoles("manager", "realm-management")).isEmpty();
        assertThat(realm.user("manager").path("firstName").asText()).isEqualTo("After");
    }
}
