package org.millrace.bulk.writer.model;

import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;

/** Receives one admin event for each entity, as Keycloak's own admin API fires it. Called inside the transaction. */
@FunctionalInterface
public interface EntityEvents {
    /** Discards events. */
    EntityEvents NONE = (session, operation, type, representation, path) -> {};

    /**
     * Fires an admin event.
     *
     * @param representation what Keycloak's own call shows of the entity, without secrets; null for none
     * @param path the segments of the resource path, as of Keycloak's own call
     */
    void fire(
            KeycloakSession session,
            OperationType operation,
            ResourceType type,
            @Nullable Object representation,
            String... path);
}
