package org.millrace.bulk.password;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;

/** Sessions without a server. */
public final class Sessions {
    /** A session for code that makes no calls of it: each call fails. */
    public static final KeycloakSession NONE = with(null);

    private Sessions() {}

    /** A session of a server with this default for new passwords. */
    static KeycloakSession with(@Nullable PasswordHashProvider standard) {
        return (KeycloakSession) Proxy.newProxyInstance(
                Sessions.class.getClassLoader(), new Class<?>[] {KeycloakSession.class}, (proxy, method, arguments) -> {
                    if (standard != null && method.getName().equals("getProvider")) {
                        return standard;
                    }
                    throw new AssertionError(method);
                });
    }
}
