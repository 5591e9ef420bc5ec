package org.millrace.bulk.entity.resource;

import org.jspecify.annotations.Nullable;

/** An authorization scope that a resource brings with it, and whose row is yet to be written. */
public record NewScope(
        String id,
        ScopeKey key,
        @Nullable String displayName,
        @Nullable String iconUri) {}
