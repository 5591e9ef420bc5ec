package org.millrace.bulk.entity.client;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.ModelDuplicateException;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * A client in memory: Keycloak's own services set its properties and its validators check them, before anything of the client is
 * written. It has no roles and no scope mappings, and fires no events.
 */
final class PendingClient implements InvocationHandler {
    private final RealmModel realm;
    private final @Nullable ClientModel base;
    private final Map<String, @Nullable Object> properties = new HashMap<>();
    private final Map<String, String> attributes = new HashMap<>();
    private final Map<String, String> flows = new HashMap<>();
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Set<String> redirectUris = new HashSet<>();
    private final Set<String> webOrigins = new HashSet<>();
    private final Map<String, ProtocolMapperModel> mappers = new LinkedHashMap<>();
    private final Map<String, ClientScopeModel> defaultScopes = new HashMap<>();
    private final Map<String, ClientScopeModel> optionalScopes = new HashMap<>();

    private PendingClient(RealmModel realm, @Nullable ClientModel base) {
        this.realm = realm;
        this.base = base;
    }

    /** A client as Keycloak's stores make it when nothing is known but its names. */
    static ClientModel blank(RealmModel realm, String id, String clientId) {
        PendingClient pending = new PendingClient(realm, null);
        pending.properties.put("Id", id);
        pending.properties.put("ClientId", clientId);
        pending.properties.put("Enabled", true);
        pending.properties.put("StandardFlowEnabled", true);
        pending.properties.put("NodeReRegistrationTimeout", -1);
        return pending.model();
    }

    /** A client as another one is now. */
    static ClientModel like(ClientModel stored) {
        return like(stored, stored);
    }

    /** A client with the properties of one and the scopes of another in memory: a stored one queries them for each call. */
    static ClientModel like(ClientModel stored, ClientModel scoped) {
        PendingClient pending = new PendingClient(stored.getRealm(), stored);
        pending.attributes.putAll(stored.getAttributes());
        pending.flows.putAll(stored.getAuthenticationFlowBindingOverrides());
        pending.nodes.putAll(stored.getRegisteredNodes());
        pending.redirectUris.addAll(stored.getRedirectUris());
        pending.webOrigins.addAll(stored.getWebOrigins());
        stored.getProtocolMappersStream().forEach(mapper -> pending.mappers.put(mapper.getId(), mapper));
        pending.defaultScopes.putAll(scoped.getClientScopes(true));
        pending.optionalScopes.putAll(scoped.getClientScopes(false));
        return pending.model();
    }

    private ClientModel model() {
        return (ClientModel)
                Proxy.newProxyInstance(ClientModel.class.getClassLoader(), new Class<?>[] {ClientModel.class}, this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given;
        return switch (method.getName()) {
            case "getRealm" -> realm;
            case "updateClient" -> null;
            case "setProtocol" -> setProtocol(arguments[0]);
            case "getAttributes" -> new HashMap<>(attributes);
            case "getAttribute" -> attributes.get(text(arguments[0]));
            case "setAttribute" -> setAttribute(text(arguments[0]), arguments[1]);
            case "removeAttribute" -> attributes.remove(text(arguments[0]));
            case "getAuthenticationFlowBindingOverrides" -> new HashMap<>(flows);
            case "getAuthenticationFlowBindingOverride" -> flows.get(text(arguments[0]));
            case "setAuthenticationFlowBindingOverride" -> flows.put(text(arguments[0]), text(arguments[1]));
            case "removeAuthenticationFlowBindingOverride" -> flows.remove(text(arguments[0]));
            case "getRegisteredNodes" -> new HashMap<>(nodes);
            case "registerNode" -> nodes.put(text(arguments[0]), (Integer) arguments[1]);
            case "unregisterNode" -> nodes.remove(text(arguments[0]));
            case "getRedirectUris" -> new HashSet<>(redirectUris);
            case "setRedirectUris" -> set(redirectUris, arguments[0]);
            case "addRedirectUri" -> add(redirectUris, arguments[0]);
            case "removeRedirectUri" -> remove(redirectUris, arguments[0]);
            case "getWebOrigins" -> new HashSet<>(webOrigins);
            case "setWebOrigins" -> set(webOrigins, arguments[0]);
            case "addWebOrigin" -> add(webOrigins, arguments[0]);
            case "removeWebOrigin" -> remove(webOrigins, arguments[0]);
            case "getProtocolMappersStream" -> new ArrayList<>(mappers.values()).stream();
            case "getProtocolMapperById" -> mappers.get(text(arguments[0]));
            case "getProtocolMapperByName" -> mapper(arguments[0], arguments[1]);
            case "addProtocolMapper" -> addMapper((ProtocolMapperModel) arguments[0]);
            case "updateProtocolMapper" -> updateMapper((ProtocolMapperModel) arguments[0]);
            case "removeProtocolMapper" -> removeMapper((ProtocolMapperModel) arguments[0]);
            case "getClientScopes" -> new HashMap<>(scopes(arguments[0]));
            case "addClientScope" -> addScopes(Set.of((ClientScopeModel) arguments[0]), arguments[1]);
            case "addClientScopes" -> addScopes((Collection<?>) arguments[0], arguments[1]);
            case "removeClientScope" -> removeScope((ClientScopeModel) arguments[0]);
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "PendingClient";
            default -> property(proxy, method, arguments);
        };
    }

    /** A property of one value, which has a name of its own and no meaning here. */
    private @Nullable Object property(Object proxy, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        if (name.startsWith("set") && arguments.length == 1) {
            properties.put(name.substring("set".length()), arguments[0]);
            return null;
        }
        String property = name.startsWith("get") ? name.substring("get".length()) : name.substring("is".length());
        if (arguments.length == 0 && properties.containsKey(property)) {
            return properties.get(property);
        }
        return base == null || arguments.length > 0 ? nothing(method) : ClientProperties.ask(base, method);
    }

    private static @Nullable Object nothing(Method method) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return false;
        }
        if (type == Stream.class) {
            return Stream.empty();
        }
        if (type == void.class) {
            throw new IllegalStateException("a client that is not written yet cannot take this: " + method.getName());
        }
        return type.isPrimitive() ? 0 : null;
    }

    /** A client gets the realm's scopes of its protocol when it gets the protocol. */
    private @Nullable Object setProtocol(@Nullable Object protocol) {
        Object before =
                properties.containsKey("Protocol") || base == null ? properties.get("Protocol") : base.getProtocol();
        if (!Objects.equals(before, protocol)) {
            properties.put("Protocol", protocol);
            addScopes(realm.getDefaultClientScopesStream(true).toList(), true);
            addScopes(realm.getDefaultClientScopesStream(false).toList(), false);
        }
        return null;
    }

    /** As the stores do: an empty value takes the attribute away. */
    private @Nullable Object setAttribute(String name, @Nullable Object value) {
        if (value == null || value.toString().isBlank()) {
            attributes.remove(name);
        } else {
            attributes.put(name, value.toString());
        }
        return null;
    }

    private static @Nullable Object set(Set<String> texts, @Nullable Object values) {
        List<String> listed = new ArrayList<>();
        if (values instanceof Collection<?> collection) {
            collection.forEach(value -> listed.add(text(value)));
        }
        texts.clear();
        texts.addAll(listed);
        return null;
    }

    private static @Nullable Object add(Set<String> texts, Object value) {
        texts.add(text(value));
        return null;
    }

    private static @Nullable Object remove(Set<String> texts, Object value) {
        texts.remove(text(value));
        return null;
    }

    private @Nullable ProtocolMapperModel mapper(@Nullable Object protocol, @Nullable Object name) {
        return mappers.values().stream()
                .filter(mapper ->
                        Objects.equals(mapper.getProtocol(), protocol) && Objects.equals(mapper.getName(), name))
                .findFirst()
                .orElse(null);
    }

    private ProtocolMapperModel addMapper(ProtocolMapperModel mapper) {
        if (mapper(mapper.getProtocol(), mapper.getName()) != null) {
            throw new ModelDuplicateException("mapper names are unique");
        }
        if (mapper.getId() == null) {
            mapper.setId(KeycloakModelUtils.generateId());
        }
        mappers.put(mapper.getId(), mapper);
        return mapper;
    }

    private @Nullable Object updateMapper(ProtocolMapperModel mapper) {
        mappers.put(mapper.getId(), mapper);
        return null;
    }

    private @Nullable Object removeMapper(ProtocolMapperModel mapper) {
        mappers.remove(mapper.getId());
        return null;
    }

    private Map<String, ClientScopeModel> scopes(Object isDefault) {
        return Boolean.TRUE.equals(isDefault) ? defaultScopes : optionalScopes;
    }

    /** As in Keycloak's stores: an assigned scope keeps its type, and one of another protocol is skipped. */
    private @Nullable Object addScopes(Collection<?> scopes, Object isDefault) {
        Set<String> protocols = accepted();
        for (Object added : scopes) {
            ClientScopeModel scope = (ClientScopeModel) added;
            boolean present = defaultScopes.containsKey(scope.getName()) || optionalScopes.containsKey(scope.getName());
            if (!present && protocols.contains(Objects.requireNonNullElse(scope.getProtocol(), "openid-connect"))) {
                scopes(isDefault).put(scope.getName(), scope);
            }
        }
        return null;
    }

    private Set<String> accepted() {
        return KeycloakModelUtils.getAcceptedClientScopeProtocols(model()).stream()
                .collect(Collectors.toSet());
    }

    private @Nullable Object removeScope(ClientScopeModel scope) {
        defaultScopes.values().removeIf(present -> present.getId().equals(scope.getId()));
        optionalScopes.values().removeIf(present -> present.getId().equals(scope.getId()));
        return null;
    }

    private static String text(Object value) {
        return String.valueOf(value);
    }
}
