package org.millrace.advisor.sizing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.LoadSignals;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;

/** The load of this server, and of its cluster as far as it is spread evenly. */
public final class LiveLoad {

    /** Long enough for a rate, short enough that a ring of fifteen minutes has many. */
    private static final Duration SLICE = Duration.ofSeconds(10);

    private LiveLoad() {}

    /** Empty if user events are not counted. */
    public static Optional<Demand> of(Window window) {
        OptionalDouble logins = rate(window, LoadSignals.PASSWORD_VALIDATIONS);
        OptionalDouble grants = rate(window, LoadSignals.CLIENT_LOGINS);
        OptionalDouble refreshes = rate(window, LoadSignals.REFRESHES);
        if (logins.isEmpty() && grants.isEmpty() && refreshes.isEmpty()) {
            return Optional.empty();
        }
        double passwords = logins.orElse(0);
        double nodes = Math.max(1, window.maxIfKnown(ClusterSignals.SIZE).orElse(1));
        Demand node = new Demand(
                passwords,
                rate(window, LoadSignals.LOGOUTS).orElse(passwords * Demand.LOGOUTS_PER_LOGIN),
                grants.orElse(0),
                refreshes.orElse(0));
        return Optional.of(node.times(nodes));
    }

    /** What operations cost here, if enough of them were seen. */
    public static Optional<Calibration> calibration(Window window) {
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
