package org.millrace.bulk.entity.user;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.idm.UserRepresentation;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.entity.user.model.UserListener;
import org.millrace.bulk.entity.user.state.UserState;

/** Fires the admin events that {@code POST /users} and {@code PUT /users/{id}} fire. Safe for any thread. */
public final class UserAdminEvents implements UserListener {
    private final Function<KeycloakSession, AdminEventBuilder> events;

    /** @param events begins an event in a session, on behalf of the importing caller */
    public UserAdminEvents(Function<KeycloakSession, AdminEventBuilder> events) {
        this.events = events;
    }

    @Override
    public void created(UserState user, KeycloakSession session) {
        fire(OperationType.CREATE, user, session);
    }

    @Override
    public void updated(UserState user, KeycloakSession session) {
        fire(OperationType.UPDATE, user, session);
    }

    private void fire(OperationType operation, UserState user, KeycloakSession session) {
        events.apply(session)
                .operation(operation)
                .resource(ResourceType.USER)
                .resourcePath("users", user.id())
                .representation(representation(user))
                .success();
    }

    /** The representation without credentials, which event listeners do not need. */
    private static UserRepresentation representation(UserState user) {
        UserRepresentation representation = new UserRepresentation();
        representation.setId(user.id());
        representation.setUsername(user.username());
        representation.setEmail(user.email());
        representation.setFirstName(user.firstName());
        representation.setLastName(user.lastName());
        representation.setEnabled(user.enabled());
        representation.setEmailVerified(user.emailVerified());
        Map<String, List<String>> attributes = new HashMap<>();
        for (UserState.Attribute attribute : user.attributes()) {
            attributes
                    .computeIfAbsent(attribute.name(), name -> new ArrayList<>())
                    .add(attribute.value());
        }
        representation.setAttributes(attributes);
        representation.setRequiredActions(List.copyOf(user.requiredActions()));
        return representation;
    }
}
