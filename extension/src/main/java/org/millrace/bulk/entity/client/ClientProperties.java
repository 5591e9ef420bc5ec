package org.millrace.bulk.entity.client;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientSecretConstants;
import org.keycloak.models.ProtocolMapperContainerModel;

/**
 * The properties of a client, by all of its getters. {@link ClientTarget#differences} compares all that the API shows, at the cost
 * of Keycloak's validators, because it builds the same representation.
 */
final class ClientProperties {
    /** Generated values and the owning realm. */
    private static final Set<String> NOT_COMPARED =
            Set.of("getSecret", "getCreatedTimestamp", "getLastModifiedTimestamp", "getRealm");

    /** All other getters, so that properties of later Keycloak versions are compared too. */
    private static final List<Method> COMPARED = Stream.of(ClientModel.class.getMethods())
            .filter(method -> method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers()))
            .filter(method -> method.getReturnType() != void.class && method.getReturnType() != Stream.class)
            .filter(method -> !NOT_COMPARED.contains(method.getName()))
            .toList();

    private ClientProperties() {}

    /**
     * Whether two clients say the same of themselves, but for their scopes, roles, times and secrets, which are not compared. Those with
     * protocol mappers are never the same.
     */
    static boolean areSame(ClientModel one, ClientModel other) {
        boolean haveMappers = Stream.of(one, other)
                .flatMap(ProtocolMapperContainerModel::getProtocolMappersStream)
                .findAny()
                .isPresent();
        return !haveMappers
                && COMPARED.stream()
                        .allMatch(property -> Objects.equals(compared(one, property), compared(other, property)));
    }

    private static @Nullable Object compared(ClientModel client, Method property) {
        Object value = ask(client, property);
        if (!property.getName().equals("getAttributes") || !(value instanceof Map<?, ?> named)) {
            return value;
        }
        Map<Object, Object> attributes = new HashMap<>(named);
        attributes.remove(ClientSecretConstants.CLIENT_SECRET_CREATION_TIME);
        return attributes;
    }

    /** The value of one property; rethrows exceptions of the client. */
    static @Nullable Object ask(ClientModel client, Method property) {
        try {
            return property.invoke(client);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("methods of an interface are public", e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        }
    }
}
