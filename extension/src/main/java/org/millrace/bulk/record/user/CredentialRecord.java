package org.millrace.bulk.record.user;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A credential of a user, as {@code CredentialRepresentation} writes it: either a clear {@code value} to be hashed by the
 * realm's policy, or the stored form in {@code secretData} and {@code credentialData}, or a hash of another system.
 *
 * @param createdDate milliseconds since the epoch, or null for now
 * @param hasUnknownField whether the record has fields that a credential does not have, which may be data that would be lost
 */
public record CredentialRecord(
        @Nullable String id,
        @Nullable String type,
        @Nullable String userLabel,
        @Nullable Long createdDate,
        @Nullable String secretData,
        @Nullable String credentialData,
        @Nullable String value,
        boolean temporary,
        @Nullable HashRecord hash,
        boolean hasUnknownField) {
    /** What Keycloak writes instead of a secret that it does not show, in exports and representations. */
    public static final String MASK = "**********";

    /** A credential of known fields, without a hash of another system. */
    public CredentialRecord(
            @Nullable String id,
            @Nullable String type,
            @Nullable String userLabel,
            @Nullable Long createdDate,
            @Nullable String secretData,
            @Nullable String credentialData,
            @Nullable String value,
            boolean temporary) {
        this(id, type, userLabel, createdDate, secretData, credentialData, value, temporary, null, false);
    }

    /** Whether the record has the mask instead of the secret. */
    public boolean isMasked() {
        return MASK.equals(value) || MASK.equals(secretData);
    }

    /** Whether the record has a clear-text value, which is hashed before it is stored. */
    public boolean isClear() {
        return value != null && !value.isEmpty();
    }

    /** The same credential with another id, if it has one. */
    public CredentialRecord withId(UnaryOperator<String> ids) {
        return id == null
                ? this
                : new CredentialRecord(
                        ids.apply(id),
                        type,
                        userLabel,
                        createdDate,
                        secretData,
                        credentialData,
                        value,
                        temporary,
                        hash,
                        hasUnknownField);
    }

    /** Names the type only: everything else is a secret or helps to guess one. */
    @Override
    public String toString() {
        return "CredentialRecord[type=" + type + "]";
    }
}
