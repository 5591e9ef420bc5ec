package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Statistic;
import java.util.List;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.LoadSignals;

/** What Keycloak counts of users and applications. */
final class LoadMeters {

    private static final String EVENTS = "keycloak.user";
    private static final String PASSWORDS = "keycloak.credentials.password.hashing";
    private static final String EXPIRATION = "keycloak.session.expiration.task";

    private LoadMeters() {}

    static List<MeterSum> all() {
        return List.of(
                new MeterSum(LoadSignals.PASSWORD_VALIDATIONS, PASSWORDS, Statistic.COUNT, id -> true),
                new MeterSum(
                        LoadSignals.WRONG_PASSWORDS,
                        PASSWORDS,
                        Statistic.COUNT,
                        id -> "invalid".equals(id.getTag("outcome"))),
                new MeterSum(
                        LoadSignals.WEAK_PASSWORDS,
                        PASSWORDS,
                        Statistic.COUNT,
                        id -> HashStrength.isWeak(id.getTag("algorithm"), id.getTag("hashing_strength"))),
                new MeterSum(
                        LoadSignals.HASH_MEMORY,
                        PASSWORDS,
                        meter -> HashStrength.memory(
                                meter.getId().getTag("algorithm"), meter.getId().getTag("hashing_strength")),
                        Math::max,
                        id -> true),
                event(LoadSignals.LOGINS, "login"),
                new MeterSum(
                        LoadSignals.UNKNOWN_USERS,
                        EVENTS,
                        Statistic.COUNT,
                        id -> "login".equals(id.getTag("event")) && "user_not_found".equals(id.getTag("error"))),
                event(LoadSignals.LOGOUTS, "logout"),
                event(LoadSignals.CLIENT_LOGINS, "client_login"),
                event(LoadSignals.REFRESHES, "refresh_token"),
                new MeterSum(HttpSignals.EVENT_SERIES, EVENTS, meter -> 1, Double::sum, id -> true),
                new MeterSum(LoadSignals.EXPIRATIONS, EXPIRATION, Statistic.COUNT, id -> true),
                new MeterSum(LoadSignals.EXPIRATION_TIME, EXPIRATION, Statistic.TOTAL_TIME, id -> true));
    }

    private static MeterSum event(Signal signal, String event) {
        return new MeterSum(signal, EVENTS, Statistic.COUNT, id -> event.equals(id.getTag("event")));
    }
}
