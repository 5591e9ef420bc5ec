package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.line;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.problems;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.provider;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.providerMapper;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.record;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.take;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.TableRows;

/** Identity providers of a Keycloak export, and their mappers. */
interface IdentityProviderContract extends ImportingExportParts {
    private static JsonNode providerPortrait(ImportRealm realm, String alias) {
        JsonNode provider = instance(realm, alias);
        return ClientRealm.tree(new ClientRealm(realm)
                .neutral(provider, provider.path("internalId").asText())
                .toString()
                .replace(alias, "ALIAS"));
    }

    private static JsonNode instance(ImportRealm realm, String alias) {
        return realm.admin()
                .get(realm.base() + "/identity-provider/instances/" + alias)
                .ok()
                .json();
    }

    /** The client secret as the database has it: no call shows it. */
    private String storedSecret(String alias) {
        String sql = "SELECT c.value FROM identity_provider_config c JOIN identity_provider p"
                + " ON p.internal_id = c.identity_provider_id WHERE c.name = 'clientSecret' AND p.provider_alias = ?";
        try (Connection connection = server().database().connect()) {
            return TableRows.read(connection, sql, alias).toString();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    default void identityProviderIsWhatKeycloaksOwnCallLeaves() {
        String ours = unique("idp");
        String theirs = unique("idp");
        String instances = realm().base() + "/identity-provider/instances";

        ImportAnswer answer = take(realm(), provider("identity-provider", ours, "One"));
        realm().admin().post(instances, provider("", theirs, "One")).ok();
        ImportAnswer replaced = take(
                realm().with("onConflict=replace"),
                record("identity-provider", "alias", ours, "providerId", "oidc", "displayName", "Two"));
        realm().admin()
                .put(instances + "/" + theirs, record("", "alias", theirs, "providerId", "oidc", "displayName", "Two"))
                .ok();

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created");
        assertThat(replaced.statuses()).as("%s", replaced.outcomes()).containsExactly("updated");
        assertThat(providerPortrait(realm(), ours)).isEqualTo(providerPortrait(realm(), theirs));
    }

    @Test
    default void identityProviderThatExistsIsWrittenByTheConflictModeAndKeepsItsSecret() {
        ImportRealm realm = realm();
        String alias = unique("idp");
        take(realm, provider("identity-provider", alias, "One"));
        Map<String, Object> masked =
                record("identity-provider", "alias", alias, "config", Map.of("clientSecret", "**********", "x", "y"));
        Map<String, Object> guessed =
                record("identity-provider", "alias", alias, "config", Map.of("clientSecret", "s3cret-" + alias));

        ImportAnswer failed = take(realm, masked);
        ImportAnswer skipped = take(realm.with("onConflict=skip"), masked);
        ImportAnswer dry = take(realm.with("onConflict=merge&dryRun=true"), masked);
        boolean untouched = !instance(realm, alias).path("config").has("x");
        ImportAnswer merged = take(realm.with("onConflict=merge"), masked);
        ImportAnswer again = take(realm.with("onConflict=merge"), masked);
        ImportAnswer guess = take(realm.with("onConflict=merge"), guessed);
        ImportAnswer other = take(
                realm.with("onConflict=merge"), record("identity-provider", "alias", alias, "providerId", "github"));

        assertThat(problems(failed)).containsExactly("identity-provider-exists");
        assertThat(skipped.statuses()).containsExactly("unchanged");
        assertThat(dry.statuses()).containsExactly("updated");
        assertThat(untouched).isTrue();
        assertThat(merged.statuses()).as("%s", merged.outcomes()).containsExactly("updated");
        assertThat(ImportAnswer.warnings(merged.line(1))).containsExactly("masked-secret");
        assertThat(again.statuses()).containsExactly("unchanged");
        assertThat(guess.statuses()).as("no oracle for the secret").containsExactly("updated");
        assertThat(problems(other)).containsExactly("immutable-field");
        JsonNode stored = instance(realm, alias);
        assertThat(stored.path("displayName").asText()).isEqualTo("One");
        assertThat(stored.path("trustEmail").asBoolean()).isTrue();
        assertThat(stored.path("config").path("x").asText()).isEqualTo("y");
        assertThat(stored.path("config").path("clientSecret").asText()).isEqualTo("**********");
        assertThat(storedSecret(alias)).contains("s3cret-" + alias);
        assertThat(String.valueOf(List.of(merged.outcomes(), guess.outcomes()))).doesNotContain("s3cret");
    }

    @Test
    default void maskIsNeverTheSecretOfANewIdentityProvider() {
        ImportRealm realm = realm();
        String alias = unique("idp");

        ImportAnswer answer = take(realm, provider("identity-provider", alias, "One", "clientSecret", "**********"));

        assertThat(answer.statuses()).containsExactly("created");
        assertThat(ImportAnswer.warnings(answer.line(1))).containsExactly("masked-secret");
        assertThat(instance(realm, alias).path("config").has("clientSecret")).isFalse();
    }

    @Test
    default void identityProviderThatKeycloakRefusesIsRejected() {
        ImportRealm realm = realm();
        String alias = unique("idp");
        Map<String, Object> flow = provider("identity-provider", alias, "One");
        flow.put("firstBrokerLoginFlowAlias", "no such flow");
        Map<String, Object> type = provider("identity-provider", alias, "One");
        type.put("providerId", "gopher");

        ImportAnswer answer = realm.into("records")
                .take(
                        line(flow),
                        line(type),
                        line(provider("identity-provider", alias + " x", "One")),
                        line(provider("identity-provider", alias, "One", "tokenUrl", "no url")),
                        line(record("identity-provider", "providerId", "oidc")));

        assertThat(answer.outcomes().stream()
                        .map(ImportAnswer::problems)
                        .flatMap(List::stream)
                        .toList())
                .containsExactly(
                        "unknown-authentication-flow",
                        "invalid-provider-id",
                        "invalid-alias",
                        "invalid-identity-provider",
                        "missing-alias");
    }

    @Test
    default void mappersOfIdentityProvidersAreRecordsOfTheirOwn() {
        ImportRealm realm = realm();
        String alias = unique("idp");
        Map<String, Object> mapper = providerMapper("identity-provider-mapper", alias);
        Map<String, Object> patch = record(
                "identity-provider-mapper",
                "name",
                "country",
                "identityProviderAlias",
                alias,
                "config",
                Map.of("syncMode", "FORCE"));

        ImportAnswer answer = realm.into("records")
                .take(line(mapper), line(provider("identity-provider", alias, "One")), line(mapper));
        ImportAnswer skipped = take(realm.with("onConflict=skip"), patch);
        ImportAnswer merged = take(realm.with("onConflict=merge"), patch);
        JsonNode stored = realm.admin()
                .get(realm.base() + "/identity-provider/instances/" + alias + "/mappers")
                .ok()
                .json();
        ImportAnswer again = take(realm.with("onConflict=merge"), patch);
        ImportAnswer replaced = take(realm.with("onConflict=replace"), mapper);

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created", "created", "rejected");
        assertThat(ImportAnswer.problems(answer.line(3))).containsExactly("identity-provider-mapper-exists");
        assertThat(skipped.statuses()).containsExactly("unchanged");
        assertThat(merged.statuses()).containsExactly("updated");
        assertThat(stored).hasSize(1);
        assertThat(stored.path(0).path("config").path("claim").asText()).isEqualTo("country");
        assertThat(stored.path(0).path("config").path("syncMode").asText()).isEqualTo("FORCE");
        assertThat(again.statuses()).containsExactly("unchanged");
        assertThat(replaced.statuses()).containsExactly("updated");
        assertThat(take(realm.with("onConflict=replace"), mapper).statuses()).containsExactly("unchanged");
    }
}
