package org.millrace.advisor.sizing.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.sizing.Demand;

/** The load of this server, and of its cluster as far as it is spread evenly. */
public final class LiveLoad {

    /** Long enough for a rate, short enough that a ring of fifteen minutes has many. */
    private static final Duration SLICE = Duration.ofSeconds(10);

    private LiveLoad() {}

    /** Empty if a part of it is unknown, because the remainder would be too low. */
    public static Optional<Demand> of(Window window) {
        return missing(window).isEmpty() ? Optional.of(atLeast(window)) : Optional.empty();
    }

    /** Number of operations in the window, as the basis of the rates. */
    public static double operations(Window window) {
        return window.increaseIfKnown(LoadSignals.PASSWORD_VALIDATIONS).orElse(0)
                + window.increaseIfKnown(LoadSignals.LOGOUTS).orElse(0)
                + window.increaseIfKnown(LoadSignals.CLIENT_LOGINS).orElse(0)
                + window.increaseIfKnown(LoadSignals.REFRESHES).orElse(0);
    }

    /** The measurable part, as a lower bound. */
    public static Demand atLeast(Window window) {
        double passwords = rate(window, LoadSignals.PASSWORD_VALIDATIONS).orElse(0);
        double nodes = Math.max(1, window.maxIfKnown(ClusterSignals.SIZE).orElse(1));
        Demand node = new Demand(
                passwords,
                rate(window, LoadSignals.LOGOUTS).orElse(passwords * Demand.LOGOUTS_PER_LOGIN),
                rate(window, LoadSignals.CLIENT_LOGINS).orElse(0),
                rate(window, LoadSignals.REFRESHES).orElse(0));
        return node.times(nodes);
    }

    /**
     * What cannot be read of it; logouts are never missing, for the guide says how many there are. A counter comes into being with
     * the first thing that it counts: before it there were none, if they are counted at all.
     */
    public static List<Input> missing(Window window) {
        List<Input> missing = missingOfDatabase(window);
        if (!isRead(LoadSignals.CLIENT_LOGINS, "client_login", window)) {
            missing.add(LoadSignals.CLIENT_LOGINS);
        }
        return missing;
    }

    /** The same for the load on the database: client credential grants write no session. */
    public static List<Input> missingOfDatabase(Window window) {
        List<Input> missing = new ArrayList<>();
        if (!window.has(LoadSignals.PASSWORD_VALIDATIONS) && !isOn(KeycloakSettings.METRICS_ENABLED, window)) {
            missing.add(LoadSignals.PASSWORD_VALIDATIONS);
        }
        if (!isRead(LoadSignals.REFRESHES, "refresh_token", window)) {
            missing.add(LoadSignals.REFRESHES);
        }
        return missing;
    }

    /** Whether logins and refreshes write sessions to the database, as they do by default: the guide counts with that. */
    public static boolean isStored(Window window) {
        return window.settings()
                .find(KeycloakSettings.PERSISTENT_SESSIONS)
                .filter(setting -> setting.is("false"))
                .isEmpty();
    }

    private static boolean isRead(Signal signal, String event, Window window) {
        return window.has(signal) || isCounted(event, window);
    }

    private static boolean isCounted(String event, Window window) {
        Optional<String> chosen = window.settings()
                .find(KeycloakSettings.EVENT_METRICS_USER_EVENTS)
                .flatMap(Setting::text);
        return isOn(KeycloakSettings.EVENT_METRICS_USER_ENABLED, window)
                && chosen.map(events ->
                                List.of(events.strip().split("\\s*,\\s*")).contains(event))
                        .orElse(true);
    }

    private static boolean isOn(SettingName name, Window window) {
        return window.settings()
                .find(name)
                .filter(setting -> setting.is("true"))
                .isPresent();
    }

    /** What operations cost here, if enough of them were seen, and none unseen that cost something too. */
    public static Optional<Calibration> calibration(Window window) {
        if (!missing(window).isEmpty()) {
            return Optional.empty();
        }
        List<Calibration.Sample> samples = window.slices(SLICE).stream()
                .filter(slice -> slice.has(JvmSignals.CPU_TIME))
                .map(slice -> new Calibration.Sample(
                        slice.rate(JvmSignals.CPU_TIME),
                        rate(slice, LoadSignals.PASSWORD_VALIDATIONS).orElse(0),
                        rate(slice, LoadSignals.CLIENT_LOGINS).orElse(0),
                        rate(slice, LoadSignals.REFRESHES).orElse(0)))
                .toList();
        return Calibration.of(samples);
    }

    private static OptionalDouble rate(Window window, Signal signal) {
        return window.rateIfKnown(signal);
    }
}
