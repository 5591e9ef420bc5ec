package org.millrace.bulk.entity;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.writer.model.EntityEvents;

/** Fires one admin event for each entity, as Keycloak's own calls do. Safe for any thread. */
final class AdminEvents implements EntityEvents {
    private final Function<KeycloakSession, AdminEventBuilder> events;

    /** @param events begins an event in a session, on behalf of the importing caller */
    AdminEvents(Function<KeycloakSession, AdminEventBuilder> events) {
        this.events = events;
    }

    @Override
    public void fire(
            KeycloakSession session,
            OperationType operation,
            ResourceType type,
            @Nullable Object representation,
            String... path) {
        AdminEventBuilder event =
                events.apply(session).operation(operation).resource(type).resourcePath(path);
        if (representation != null) {
            event.representation(representation);
        }
        event.success();
    }
}
