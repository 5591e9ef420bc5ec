package org.millrace.bulk.writer.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;

/**
 * Admin events of a chunk, fired at its end: should one of its records be refused after all, nobody hears of the others twice.
 * For one session and its thread.
 */
final class PendingEvents {
    private final EntityEvents events;
    private final KeycloakSession session;
    private final List<Runnable> pending = new ArrayList<>();

    PendingEvents(EntityEvents events, KeycloakSession session) {
        this.events = events;
        this.session = session;
    }

    /** @param representation is made now, and only if somebody wants to know */
    void add(OperationType operation, ResourceType type, Supplier<Object> representation, String... path) {
        if (events != EntityEvents.NONE) {
            Object shown = representation.get();
            pending.add(() -> events.fire(session, operation, type, shown, path));
        }
    }

    void fire() {
        pending.forEach(Runnable::run);
        pending.clear();
    }
}
