package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.deletion.Deleting.delete;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** A dry run predicts the outcomes of records that delete entities, of earlier records too. */
interface DeletionDryRunContract extends Deleting {
    @Test
    default void aDryRunPredictsAndDeletesNothing() {
        UserLine user = UserLine.named(unique("kept"));
        String id = realm().take(user).single().path("id").asText();
        List<Object> lines = List.of(
                UserLine.named(unique("before")),
                delete("username", user.username()),
                user,
                delete("username", user.username(), "id", id),
                delete("username", user.username()),
                delete("username", user.username()));

        ImportAnswer predicted = realm().with("dryRun=true").take(lines);
        ImportAnswer ofRecords = realm().into("records")
                .with("dryRun=true")
                .take(delete("type", "user", "username", user.username()), delete("type", "user", "id", id));

        assertThat(realm().user(user.username()).path("id").asText()).isEqualTo(id);
        assertThat(ofRecords.statuses()).containsExactly("deleted", "unchanged");
        assertThat(predicted.statuses())
                .isEqualTo(realm().take(lines).statuses())
                .containsExactly("created", "deleted", "created", "rejected", "deleted", "unchanged");
    }

    @Test
    default void aDryRunPredictsThatDeletedEntitiesAreCreatedAgain() {
        ImportRealm realm = realm(Map.of());
        realm.admin()
                .createClient(
                        realm.name(),
                        Map.of(
                                "clientId", "app",
                                "serviceAccountsEnabled", true,
                                "authorizationServicesEnabled", true));
        ObjectNode composite = JSON.createObjectNode().put("name", "composite");
        composite.withObject("/composites").putArray("realm").add("offline_access");
        ObjectNode client = JSON.createObjectNode().put("clientId", "other");
        client.putArray("defaultRoles").add("everybody");
        Map<String, List<ObjectNode>> bodies = Map.of(
                "groups",
                twice(JSON.createObjectNode().put("path", "/top"), delete("path", "/top")),
                "roles",
                twice(composite, delete("name", "composite")),
                "clients",
                twice(client, delete("clientId", "other")),
                "resources",
                twice(
                        JSON.createObjectNode().put("clientId", "app").put("name", "thing"),
                        delete("clientId", "app", "name", "thing")));
        bodies.forEach((entity, body) -> {
            ImportRealm into = realm.into(entity);

            ImportAnswer predicted = into.with("dryRun=true&onConflict=merge").take(body);

            assertThat(predicted.statuses())
                    .as("%s: %s", entity, predicted.outcomes())
                    .isEqualTo(into.with("onConflict=merge").take(body).statuses());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "records"})
    default void aDryRunPredictsTheDeletionOfUsersThatRecordsChanged(String entity) {
        String name = unique("changed");
        UserLine little = UserLine.named(name).with("type", "user");
        UserLine much = little.email(name + "@example.org")
                .with("attributes", Map.of("country", List.of("NL"), "interests", List.of("a", "b")))
                .with("realmRoles", List.of(SampleRealm.ROLE))
                .with("groups", List.of(SampleRealm.GROUP))
                .with(
                        "clientConsents",
                        List.of(Map.of("clientId", SampleRealm.CLIENT, "grantedClientScopes", List.of("email"))))
                .with("requiredActions", List.of("VERIFY_EMAIL"))
                .password("right-" + name);
        UserLine changed = little.email(name + "@example.com")
                .with("attributes", Map.of("interests", List.of("c")))
                .with("requiredActions", List.of());
        ObjectNode deletion = delete("type", "user", "username", name);
        List<Object> body = List.of(
                much, much, changed, changed, little, deletion, deletion, much, changed, deletion, little, much);
        for (String onConflict : List.of("merge", "replace")) {
            ImportRealm into = realm().into(entity);

            ImportAnswer predicted =
                    into.with("dryRun=true&onConflict=" + onConflict).take(body);

            ImportAnswer actual = into.with("onConflict=" + onConflict).take(body);
            assertThat(predicted.statuses())
                    .as("%s: %s", onConflict, predicted.outcomes())
                    .isEqualTo(actual.statuses());
            assertThat(actual.statuses()).contains("created", "updated", "deleted", "unchanged");
            assertThat(into.take(deletion).statuses()).containsExactly("deleted");
        }
    }

    /** More users than one sub-batch of the dry run has. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&maxErrors=2", "&maxErrors=3"})
    default void aDryRunOfManyUsersPredictsTheirOutcomes(String options) {
        String prefix = unique("many-");
        List<Object> body = new ArrayList<>();
        body.add(UserLine.named(prefix + "1").with("realmRoles", List.of(SampleRealm.ROLE)));
        body.add(delete("username", prefix + "0"));
        IntStream.rangeClosed(1, 60).forEach(i -> body.add(UserLine.named(prefix + i)));
        body.add(UserLine.named(prefix + "role").with("realmRoles", List.of("nowhere to be found")));
        body.add(UserLine.named(prefix + "1").email(prefix + "1@example.org"));
        body.add("no JSON");
        IntStream.rangeClosed(40, 120).forEach(i -> body.add(UserLine.named(prefix + i)));
        body.add(UserLine.named(prefix + "group").with("groups", List.of("/nowhere")));
        body.add(UserLine.named(prefix + "2").email(prefix + "1@example.org"));
        ImportRealm realm = realm().with("onConflict=merge" + options);

        ImportAnswer predicted =
                realm().with("dryRun=true&onConflict=merge" + options).take(body);

        assertThat(predicted.statuses())
                .isEqualTo(realm.take(body).statuses())
                .contains("created", "updated", "unchanged", "rejected");
    }

    @Test
    default void aDryRunPredictsOutcomesForCompositeRoles() {
        ObjectNode simple = JSON.createObjectNode().put("name", unique("role"));
        ObjectNode composite = simple.deepCopy();
        composite.withObject("/composites").putArray("realm").add("offline_access");
        ObjectNode deletion = delete("name", simple.path("name").asText());
        List<ObjectNode> body = List.of(
                composite, deletion, composite, simple, deletion, composite, simple, deletion, composite, simple,
                composite);
        ImportRealm into = realm().into("roles");

        ImportAnswer predicted = into.with("dryRun=true&onConflict=replace").take(body);

        assertThat(predicted.statuses())
                .as("%s", predicted.outcomes())
                .isEqualTo(into.with("onConflict=replace").take(body).statuses())
                .containsExactly(
                        "created", "deleted", "created", "updated", "deleted", "created", "updated", "deleted",
                        "created", "updated", "updated");
    }

    private static List<ObjectNode> twice(ObjectNode record, ObjectNode deletion) {
        return List.of(record, record, deletion, record, deletion, deletion, record);
    }
}
