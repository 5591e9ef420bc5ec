package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** What users and applications do, as Keycloak counts it; absent unless user event metrics are on. */
public final class LoadSignals {

    /** Every password that was hashed, right or wrong: each costs the same. */
    public static final Signal PASSWORD_VALIDATIONS = Signal.counter("keycloak.password.validations", "passwords");

    public static final Signal WRONG_PASSWORDS = Signal.counter("keycloak.password.validations.invalid", "passwords");

    /** Validations of hashes that are weaker than OWASP recommends. */
    public static final Signal WEAK_PASSWORDS = Signal.counter("keycloak.password.validations.weak", "passwords");

    /** That one hash takes: of the strengths of Argon2 that passwords were checked by, the greatest. */
    public static final Signal HASH_MEMORY = Signal.gauge("keycloak.password.hash.memory", "bytes");

    /** Logins, including those by a cookie. */
    public static final Signal LOGINS = event("login", "logins");

    /** Part of {@link #LOGINS} that failed because no user has that name or email address. */
    public static final Signal UNKNOWN_USERS = event("login.user.not.found", "logins");

    public static final Signal LOGOUTS = event("logout", "logouts");

    public static final Signal CLIENT_LOGINS = event("client_login", "grants");

    public static final Signal REFRESHES = event("refresh_token", "refreshes");

    /** Runs of the job that removes expired sessions. */
    public static final Signal EXPIRATIONS = Signal.counter("keycloak.session.expirations", "runs");

    public static final Signal EXPIRATION_TIME = Signal.counter("keycloak.session.expirations.time", "seconds");

    private LoadSignals() {}

    private static Signal event(String event, String unit) {
        return Signal.counter("keycloak.user.events." + event, unit);
    }
}
