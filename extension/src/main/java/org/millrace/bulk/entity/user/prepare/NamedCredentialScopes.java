package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.util.SecretGenerator;
import org.millrace.bulk.entity.user.state.UserAssociations.Issued;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.IssuedCredentialRecord;
import org.millrace.bulk.record.user.VerifiableCredentialRecord;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.TextLengths;
import org.millrace.server.KeycloakBridge;

/** Resolves the client scopes of verifiable credentials, and determines the issued credentials of each. For one transaction. */
final class NamedCredentialScopes {
    /** {@code ISSUED_VER_CREDENTIAL.CLIENT_ID}, in characters. */
    private static final int MAX_ID_LENGTH = 36;

    private static final int MAX_REVISION_LENGTH = 36;

    private final ReferenceLookup references;
    private final long now;

    NamedCredentialScopes(ReferenceLookup references, long now) {
        this.references = references;
        this.now = now;
    }

    /** The resulting verifiable credentials of a user. Existing ones are unchanged, even if the record contains other values. */
    List<VerifiableCredential> revised(
            AssociationsRecord associations,
            List<VerifiableCredential> current,
            boolean replaces,
            Supplier<Map<String, List<String>>> readable,
            ValidationResult result) {
        List<VerifiableCredentialRecord> records = NamedAssociations.present(associations.verifiableCredentials());
        List<IssuedCredentialRecord> issued = NamedAssociations.present(associations.issuedVerifiableCredentials());
        if (!KeycloakBridge.hasVerifiableCredentials()) {
            if (!records.isEmpty() || !issued.isEmpty()) {
                result.object(Violation.of(
                        "unsupported-field",
                        records.isEmpty() ? "issuedVerifiableCredentials" : "verifiableCredentials",
                        "Verifiable credentials require Keycloak 26.7"));
            }
            return List.of();
        }
        Map<String, VerifiableCredential> named = new LinkedHashMap<>();
        for (int i = 0; i < records.size(); i++) {
            VerifiableCredential credential =
                    credential(records.get(i), "verifiableCredentials[" + i + "]", readable, result);
            if (credential != null && named.put(credential.clientScopeId(), credential) != null) {
                result.reject(Violation.of(
                        "invalid-credential",
                        "verifiableCredentials[" + i + "]",
                        "Duplicate credential for client scope \""
                                + records.get(i).credentialScopeName() + "\""));
            }
        }
        for (int i = 0; i < issued.size(); i++) {
            issue(issued.get(i), "issuedVerifiableCredentials[" + i + "]", named, result);
        }
        boolean drops = replaces && associations.verifiableCredentials() != null;
        for (VerifiableCredential credential : current) {
            if (!drops || named.containsKey(credential.clientScopeId())) {
                named.put(credential.clientScopeId(), credential);
            }
        }
        return List.copyOf(named.values());
    }

    private @Nullable VerifiableCredential credential(
            VerifiableCredentialRecord item,
            String field,
            Supplier<Map<String, List<String>>> readable,
            ValidationResult result) {
        String scope = scope(item.credentialScopeName(), field + ".credentialScopeName", result);
        String revision = revision(item.revision(), field, result);
        if (scope == null) {
            return null;
        }
        long created = item.createdDate() == null ? now : item.createdDate();
        return new VerifiableCredential(
                scope,
                revision == null ? SecretGenerator.getInstance().generateSecureID() : revision,
                created,
                item.updatedDate() == null ? created : item.updatedDate(),
                item.userAttributes() == null ? readable.get() : item.userAttributes(),
                new ArrayList<>(0));
    }

    private void issue(
            IssuedCredentialRecord item,
            String field,
            Map<String, VerifiableCredential> named,
            ValidationResult result) {
        String scope = scope(item.credentialType(), field + ".credentialType", result);
        String revision = revision(item.revision(), field, result);
        if (item.clientId() != null && item.clientId().length() > MAX_ID_LENGTH) {
            result.reject(Violation.of(
                    "invalid-credential", field + ".clientId", TextLengths.tooLong(item.clientId(), MAX_ID_LENGTH)));
        }
        VerifiableCredential credential = scope == null ? null : named.get(scope);
        if (credential != null) {
            credential
                    .issued()
                    .add(new Issued(
                            item.issuedAt() == null ? now : item.issuedAt(),
                            item.expiresAt(),
                            item.clientId(),
                            revision == null ? credential.revision() : revision));
        } else if (scope != null) {
            result.reject(Violation.of(
                    "invalid-credential",
                    field + ".credentialType",
                    "The record has no verifiable credential for client scope \"" + item.credentialType() + "\""));
        }
    }

    private @Nullable String scope(@Nullable String name, String field, ValidationResult result) {
        if (name == null) {
            result.reject(Violation.of("invalid-credential", field, "Missing client scope"));
            return null;
        }
        return references.messages().usable(references.clientScope(name), "client-scope", field, name, result);
    }

    private static @Nullable String revision(@Nullable String revision, String field, ValidationResult result) {
        if (revision != null && revision.length() > MAX_REVISION_LENGTH) {
            result.reject(Violation.of(
                    "invalid-credential", field + ".revision", TextLengths.tooLong(revision, MAX_REVISION_LENGTH)));
        }
        return revision;
    }
}
