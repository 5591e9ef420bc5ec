package org.millrace.bulk.record;

import org.jspecify.annotations.Nullable;

/**
 * A credential of a user, as {@code CredentialRepresentation} writes it: either a clear {@code value} to be hashed by the
 * realm's policy, or the stored form in {@code secretData} and {@code credentialData}, or a hash of another system.
 *
 * @param createdDate milliseconds since the epoch, or null for now
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
        @Nullable HashRecord hash) {
    /** A credential without a hash of another system. */
    public CredentialRecord(
            @Nullable String id,
            @Nullable String type,
            @Nullable String userLabel,
            @Nullable Long createdDate,
            @Nullable String secretData,
            @Nullable String credentialData,
            @Nullable String value,
            boolean temporary) {
        this(id, type, userLabel, createdDate, secretData, credentialData, value, temporary, null);
    }

    /** Names the type only: everything else is a secret or helps to guess one. */
    @Override
    public String toString() {
        return "CredentialRecord[type=" + type + "]";
    }
}
