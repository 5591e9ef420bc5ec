package org.millrace.bulk.entity.user.copy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.server.Federation;

/**
 * A session that resolves users from the chunk's batch lookup. Keycloak's validators look up the name and the email address of
 * each user three times; the chunk has one lookup for all users. Everything else is delegated. A realm with user federation keeps
 * the original session for unknown users, because the other stores may have them.
 */
final class BatchLookupSession {
    private BatchLookupSession() {}

    static KeycloakSession of(KeycloakSession session, RealmModel realm, BatchedUsers known) {
        UserProvider users = proxy(UserProvider.class, new Users(session, realm, known, Federation.isUsedBy(realm)));
        KeycloakContext context = session.getContext();
        return proxy(KeycloakSession.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "users" -> users;
            // Every validator calls it: reflection would cost more than the validator.
            case "getContext" -> context;
            default -> invoke(session, method, arguments);
        });
    }

    private record Users(KeycloakSession session, RealmModel realm, BatchedUsers chunk, boolean federated)
            implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            Optional<String> id;
            boolean known;
            switch (method.getName()) {
                case "getUserByUsername" -> {
                    id = chunk.byUsername(key(arguments));
                    known = chunk.knowsUsername(key(arguments));
                }
                case "getUserByEmail" -> {
                    id = chunk.byEmail(key(arguments));
                    known = chunk.knowsEmail(key(arguments));
                }
                default -> {
                    return BatchLookupSession.invoke(session.users(), method, arguments);
                }
            }
            if (id.isPresent()) {
                return existing(id.get());
            }
            return known && !federated ? null : BatchLookupSession.invoke(session.users(), method, arguments);
        }

        private static String key(Object @Nullable [] arguments) {
            String key = arguments == null || arguments.length < 2 ? "" : String.valueOf(arguments[1]);
            return KeycloakModelUtils.toLowerCaseSafe(key);
        }

        /** Validators mostly need the existence and the id of a user; other properties are loaded on demand. */
        private UserModel existing(String id) {
            Supplier<UserModel> loaded =
                    () -> chunk.pending(id).orElseGet(() -> session.users().getUserById(realm, id));
            return proxy(
                    UserModel.class,
                    (proxy, method, arguments) -> method.getName().equals("getId")
                            ? id
                            : BatchLookupSession.invoke(loaded.get(), method, arguments));
        }
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
