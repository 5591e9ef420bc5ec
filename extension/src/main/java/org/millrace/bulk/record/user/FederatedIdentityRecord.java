package org.millrace.bulk.record.user;

import org.jspecify.annotations.Nullable;

/**
 * A link to an account at an identity provider.
 *
 * @param identityProvider the provider's alias
 */
public record FederatedIdentityRecord(
        @Nullable String identityProvider,
        @Nullable String userId,
        @Nullable String userName) {}
