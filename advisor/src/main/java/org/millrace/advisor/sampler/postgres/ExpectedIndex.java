package org.millrace.advisor.sampler.postgres;

import java.util.List;
import org.millrace.advisor.model.Release;

/**
 * An index that Keycloak makes on a table that may be large. When a release adds one and the table has more than 300,000 rows,
 * the upgrade leaves it out and only writes its statement to the log.
 *
 * @param since the release that brought it, as 26.4; zero of what all have that run at all
 */
public record ExpectedIndex(String name, String table, String columns, Release since) {

    private static final Release ALWAYS = new Release(0, 0);

    /** Of Keycloak 26.7's changelogs, without what expresses more than columns. */
    static final List<ExpectedIndex> ALL = List.of(
            new ExpectedIndex("idx_admin_event_time", "admin_event_entity", "realm_id, admin_event_time", ALWAYS),
            new ExpectedIndex(
                    "idx_broker_link_identity_provider",
                    "broker_link",
                    "realm_id, identity_provider, broker_user_id",
                    new Release(26, 6)),
            new ExpectedIndex("idx_broker_link_user_id", "broker_link", "user_id", new Release(26, 6)),
            new ExpectedIndex(
                    "idx_event_entity_user_id_type", "event_entity", "user_id, type, event_time", new Release(26, 4)),
            new ExpectedIndex("idx_event_time", "event_entity", "realm_id, event_time", ALWAYS),
            new ExpectedIndex("idx_fedidentity_feduser", "federated_identity", "federated_user_id", ALWAYS),
            new ExpectedIndex("idx_fedidentity_user", "federated_identity", "user_id", ALWAYS),
            new ExpectedIndex(
                    "idx_offline_css_by_client",
                    "offline_client_session",
                    "client_id, offline_flag",
                    new Release(26, 5)),
            new ExpectedIndex(
                    "idx_offline_css_by_client_and_realm",
                    "offline_client_session",
                    "realm_id, offline_flag, client_id, client_storage_provider, external_client_id",
                    new Release(26, 6)),
            new ExpectedIndex(
                    "idx_offline_css_by_client_storage_provider",
                    "offline_client_session",
                    "client_storage_provider, external_client_id, offline_flag",
                    new Release(26, 5)),
            new ExpectedIndex(
                    "idx_offline_css_by_user_session_and_offline",
                    "offline_client_session",
                    "offline_flag, user_session_id",
                    new Release(26, 6)),
            new ExpectedIndex(
                    "idx_offline_uss_by_broker_session_id",
                    "offline_user_session",
                    "broker_session_id, realm_id",
                    new Release(25, 0)),
            new ExpectedIndex(
                    "idx_offline_uss_by_user", "offline_user_session", "user_id, realm_id, offline_flag", ALWAYS),
            new ExpectedIndex("idx_user_attribute", "user_attribute", "user_id", ALWAYS),
            new ExpectedIndex("idx_user_attribute_name", "user_attribute", "name, value", ALWAYS),
            new ExpectedIndex("idx_user_consent", "user_consent", "user_id", ALWAYS),
            new ExpectedIndex(
                    "idx_user_created_timestamp", "user_entity", "realm_id, created_timestamp", new Release(26, 6)),
            new ExpectedIndex("idx_user_credential", "credential", "user_id", ALWAYS),
            new ExpectedIndex("idx_user_email", "user_entity", "email", ALWAYS),
            new ExpectedIndex("idx_user_group_mapping", "user_group_membership", "user_id", ALWAYS),
            new ExpectedIndex("idx_user_reqactions", "user_required_action", "user_id", ALWAYS),
            new ExpectedIndex("idx_user_role_mapping", "user_role_mapping", "user_id", ALWAYS),
            new ExpectedIndex(
                    "idx_user_service_account", "user_entity", "realm_id, service_account_client_link", ALWAYS),
            new ExpectedIndex(
                    "idx_user_session_expiration_created",
                    "offline_user_session",
                    "realm_id, offline_flag, remember_me, created_on, user_session_id, user_id",
                    new Release(26, 5)),
            new ExpectedIndex(
                    "idx_user_session_expiration_last_refresh",
                    "offline_user_session",
                    "realm_id, offline_flag, remember_me, last_session_refresh, user_session_id, user_id",
                    new Release(26, 5)));

    /** @param version of Keycloak, such as 26.7.3; of one that cannot be read only the oldest are expected */
    public static List<ExpectedIndex> of(String version) {
        Release release = Release.of(version).orElse(ALWAYS);
        return ALL.stream().filter(index -> index.since.compareTo(release) <= 0).toList();
    }
}
