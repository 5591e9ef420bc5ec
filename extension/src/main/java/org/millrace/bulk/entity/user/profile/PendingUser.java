package org.millrace.bulk.entity.user.profile;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.SubjectCredentialManager;
import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;

/**
 * A user for policies and validators, stored or not: it has an id, a name, an email address and attributes, and no credentials,
 * roles, groups or history. Read-only.
 */
public final class PendingUser implements InvocationHandler {
    private final String id;
    private final ProfileResult profile;
    private final @Nullable String serviceAccountClient;

    private PendingUser(String id, ProfileResult profile, @Nullable String serviceAccountClient) {
        this.id = id;
        this.profile = profile;
        this.serviceAccountClient = serviceAccountClient;
    }

    public static UserModel of(String id, ProfileResult profile) {
        return proxy(UserModel.class, new PendingUser(id, profile, null));
    }

    /** The service account of a client, of which nothing is known yet but its name. */
    static UserModel serviceAccount(String id, String username, String client) {
        ProfileResult profile = new ProfileResult(username, null, null, null, List.of());
        return proxy(UserModel.class, new PendingUser(id, profile, client));
    }

    /** The user in this state. */
    public static UserModel of(UserState user) {
        ProfileResult profile =
                new ProfileResult(user.username(), user.email(), user.firstName(), user.lastName(), user.attributes());
        return proxy(UserModel.class, new PendingUser(user.id(), profile, user.serviceAccountClient()));
    }

    /** A user as it is but for its credentials: a policy finds these, by their type, and no others. */
    public static UserModel withCredentials(UserModel user, List<StoredCredential> credentials) {
        SubjectCredentialManager manager =
                proxy(SubjectCredentialManager.class, (proxy, method, arguments) -> switch (method.getName()) {
                    case "getStoredCredentialsStream" -> credentials.stream().map(PendingUser::model);
                    case "getStoredCredentialsByTypeStream" ->
                        credentials.stream()
                                .filter(credential -> credential.type().equals(argument(arguments)))
                                .map(PendingUser::model);
                    default -> nothing(proxy, method, arguments);
                });
        return proxy(
                UserModel.class,
                (proxy, method, arguments) ->
                        method.getName().equals("credentialManager") ? manager : delegate(user, method, arguments));
    }

    private static @Nullable Object delegate(UserModel user, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(user, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static CredentialModel model(StoredCredential credential) {
        CredentialModel model = new CredentialModel();
        model.setId(credential.id());
        model.setType(credential.type());
        model.setCreatedDate(credential.createdDate());
        model.setSecretData(credential.secretData());
        model.setCredentialData(credential.credentialData());
        return model;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "getId" -> id;
            case "getUsername" -> profile.username();
            case "getEmail" -> profile.email();
            case "getFirstName" -> profile.firstName();
            case "getLastName" -> profile.lastName();
            case "getServiceAccountClientLink" -> serviceAccountClient;
            case "getFirstAttribute" ->
                values(argument(arguments)).stream().findFirst().orElse(null);
            case "getAttributeStream" -> values(argument(arguments)).stream();
            case "getAttributes" -> all();
            case "credentialManager" -> proxy(SubjectCredentialManager.class, PendingUser::nothing);
            case "equals" -> proxy == argumentOrNull(arguments);
            case "hashCode" -> id.hashCode();
            case "toString" -> "PendingUser[id=" + id + "]";
            default -> nothing(proxy, method, arguments);
        };
    }

    private List<String> values(String name) {
        String column = column(name);
        if (column != null) {
            return List.of(column);
        }
        return profile.attributes().stream()
                .filter(attribute -> attribute.name().equals(name))
                .map(Attribute::value)
                .toList();
    }

    private Map<String, List<String>> all() {
        Map<String, List<String>> all = new HashMap<>(RawAttributes.valuesByName(profile.attributes()));
        for (String column : List.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME)) {
            // Like Keycloak's own, with null for a column that is empty.
            all.put(column, Collections.singletonList(column(column)));
        }
        return all;
    }

    private @Nullable String column(String name) {
        return switch (name) {
            case UserModel.USERNAME -> profile.username();
            case UserModel.EMAIL -> profile.email();
            case UserModel.FIRST_NAME -> profile.firstName();
            case UserModel.LAST_NAME -> profile.lastName();
            default -> null;
        };
    }

    private static String argument(Object @Nullable [] arguments) {
        return String.valueOf(argumentOrNull(arguments));
    }

    private static @Nullable Object argumentOrNull(Object @Nullable [] arguments) {
        return arguments == null || arguments.length == 0 ? null : arguments[0];
    }

    /** Answers every method with the value of a user without data. */
    private static @Nullable Object nothing(Object proxy, Method method, Object @Nullable [] arguments) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return false;
        }
        if (type == Stream.class) {
            return Stream.empty();
        }
        if (type == void.class) {
            throw new IllegalStateException("a user that is not written yet cannot be changed: " + method.getName());
        }
        return type.isPrimitive() ? 0 : null;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
