package org.millrace.bulk.record.user;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A credential that the user may have issued to a wallet.
 *
 * @param credentialScopeName name of the client scope that describes it
 * @param createdDate milliseconds since the epoch
 * @param updatedDate milliseconds since the epoch
 * @param userAttributes contents; null for the attributes that the user profile shows to an administrator
 */
public record VerifiableCredentialRecord(
        @Nullable String credentialScopeName,
        @Nullable String revision,
        @Nullable Long createdDate,
        @Nullable Long updatedDate,
        @Nullable Map<String, List<String>> userAttributes) {}
