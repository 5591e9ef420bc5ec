package org.millrace.bulk.entity.user.copy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.millrace.bulk.entity.user.state.AssociationChange;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Issued;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;
import org.millrace.bulk.writer.copy.CopyTable;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;

/** The rows that associate users with clients and organizations, written after the users. For one thread. */
final class AssociationTables {
    private static final TableShape USER_CONSENT = TableShape.of(
                    "user_consent", "id", "user_id", "client_id", "created_date", "last_updated_date")
            .numbers("created_date", "last_updated_date")
            .unique("client_id", "user_id")
            .unique("client_storage_provider", "external_client_id", "user_id")
            .reference("user_id", "user_entity");

    private static final TableShape USER_CONSENT_CLIENT_SCOPE = TableShape.of(
                    "user_consent_client_scope", "user_consent_id", "scope_id", "parameter")
            .columnsSince(26, 7, "parameter")
            .reference("user_consent_id", "user_consent");

    private static final TableShape USER_VER_CREDENTIAL = TableShape.of(
                    "user_ver_credential",
                    "id",
                    "user_id",
                    "client_scope_id",
                    "revision",
                    "user_attributes",
                    "created_date",
                    "updated_date",
                    "version")
            .tableSince(26, 7)
            .numbers("created_date", "updated_date", "version")
            .unique("user_id", "client_scope_id")
            .reference("user_id", "user_entity");

    private static final TableShape ISSUED_VER_CREDENTIAL = TableShape.of(
                    "issued_ver_credential",
                    "id",
                    "user_id",
                    "ver_credential_id",
                    "issued_at",
                    "expires_at",
                    "client_id",
                    "revision")
            .tableSince(26, 7)
            .numbers("issued_at", "expires_at")
            .reference("user_id", "user_entity")
            .reference("ver_credential_id", "user_ver_credential");

    /** What {@code COPY} writes here. */
    static final List<TableShape> SHAPES =
            List.of(USER_CONSENT, USER_CONSENT_CLIENT_SCOPE, USER_VER_CREDENTIAL, ISSUED_VER_CREDENTIAL);

    /** {@code UserConsentClientScopeEntity.NOT_AVAILABLE_PARAM}: of a scope that has no parameter. */
    static final String NO_PARAMETER = "#N A#";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final CopyTable groupMemberships;
    private final CopyTable consents;
    private final CopyTable consentScopes;
    private final CopyTable verifiableCredentials;
    private final CopyTable issuedCredentials;
    private final List<CopyTable> inOrder;

    /** @param groupMemberships table of group and organization memberships; the caller writes it */
    AssociationTables(Database database, CopyTable groupMemberships) {
        this.groupMemberships = groupMemberships;
        consents = new CopyTable(database, USER_CONSENT);
        consentScopes = new CopyTable(database, USER_CONSENT_CLIENT_SCOPE);
        verifiableCredentials = new CopyTable(database, USER_VER_CREDENTIAL);
        issuedCredentials = new CopyTable(database, ISSUED_VER_CREDENTIAL);
        inOrder = List.of(consents, consentScopes, verifiableCredentials, issuedCredentials);
    }

    /** All tables, parents before the tables that refer to them. */
    List<CopyTable> inOrder() {
        return inOrder;
    }

    void clear() {
        inOrder.forEach(table -> table.rows().clear());
    }

    /** Adds the rows of new associations. */
    void add(String userId, AssociationChange change, TimeOrderedIds ids, long now) {
        for (Consent consent : change.addedConsents()) {
            addConsent(userId, consent, ids.next(), now);
        }
        change.joinedGroups()
                .forEach((group, managed) -> groupMemberships
                        .rows()
                        .text(group)
                        .text(userId)
                        .text(type(managed))
                        .endRow());
        for (VerifiableCredential credential : change.addedCredentials()) {
            addVerifiableCredential(userId, credential, ids);
        }
    }

    static String type(boolean managed) {
        return managed ? "MANAGED" : "UNMANAGED";
    }

    private void addConsent(String userId, Consent consent, String id, long now) {
        consents.rows()
                .text(id)
                .text(userId)
                .text(consent.clientId())
                .number(now)
                .number(now)
                .endRow();
        for (String scope : consent.scopeIds()) {
            consentScopes.rows().text(id).text(scope).text(NO_PARAMETER).endRow();
        }
    }

    private void addVerifiableCredential(String userId, VerifiableCredential credential, TimeOrderedIds ids) {
        String id = ids.next();
        verifiableCredentials
                .rows()
                .text(id)
                .text(userId)
                .text(credential.clientScopeId())
                .text(credential.revision())
                .text(json(credential.userAttributes()))
                .number(credential.createdDate())
                .number(credential.updatedDate())
                .number(0)
                .endRow();
        for (Issued issued : credential.issued()) {
            issuedCredentials
                    .rows()
                    .text(ids.next())
                    .text(userId)
                    .text(id)
                    .number(issued.issuedAt())
                    .text(issued.expiresAt() == null ? null : Long.toString(issued.expiresAt()))
                    .text(issued.clientId())
                    .text(issued.revision())
                    .endRow();
        }
    }

    private static String json(Map<String, List<String>> attributes) {
        try {
            return JSON.writeValueAsString(attributes);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of texts is always writable", e);
        }
    }
}
