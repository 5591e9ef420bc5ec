package org.millrace.bulk.throttle;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reduces the number of concurrent chunks under back-pressure (multiplicative decrease) and raises it by one afterwards, with a
 * growing interval after failed attempts. With one chunk left, it inserts pauses between sub-batches. Not thread-safe.
 */
final class PressureBackoff {
    private static final double BACKOFF = 0.7;

    /** Looks without pressure before one more chunk is let through; they are a second apart. */
    private static final int FIRST_PATIENCE = 5;

    private static final int MOST_PATIENCE = 80;

    /** Samples under pressure before pauses get longer: a sample covers the past ten seconds. */
    private static final int LOOKS_A_REST = 3;

    /**
     * Upper bound for the pauses, in multiples of the writing time: an import keeps a tenth of one writer's throughput, because
     * the overload may have another cause.
     */
    private static final int MOST_REST = 9;

    private @Nullable Integer cap;
    private String reason = "";
    private int patience = FIRST_PATIENCE;
    private int calm;
    private int pressed;
    private int rest;

    /**
     * Processes one sample.
     *
     * @param pressure the overloaded resource, if any
     * @param wanted number of concurrent chunks without back-pressure
     */
    void look(Optional<String> pressure, int wanted) {
        if (pressure.isPresent()) {
            press(pressure.get(), wanted);
        } else {
            relax(wanted);
        }
    }

    private void press(String why, int wanted) {
        int now = cap == null ? wanted : Math.min(cap, wanted);
        if (calm > 0 && calm <= MOST_PATIENCE) {
            patience = Math.min(MOST_PATIENCE, 2 * patience);
        }
        calm = 0;
        reason = why;
        pressed = now > 1 ? 0 : pressed + 1;
        if (pressed > 0 && pressed % LOOKS_A_REST == 0) {
            rest = Math.min(MOST_REST, 2 * rest + 1);
        }
        cap = Math.max(1, (int) (now * BACKOFF));
    }

    private void relax(int wanted) {
        calm++;
        pressed = 0;
        if (cap == null) {
            patience = calm > MOST_PATIENCE ? FIRST_PATIENCE : patience;
        } else if (calm % patience == 0 && rest > 0) {
            rest /= 2;
        } else if (calm % patience == 0) {
            cap = cap + 1 >= wanted ? null : Integer.valueOf(cap + 1);
        }
    }

    /** Pause after a sub-batch, as a multiple of its writing time; 0 without pauses. */
    int rest() {
        return rest;
    }

    /** Upper bound under back-pressure for this number of chunks. */
    int of(int wanted) {
        return cap == null ? wanted : Math.min(cap, wanted);
    }

    /** The resource that is or recently was overloaded; empty if it does not limit the import. */
    Optional<String> reason(int wanted) {
        boolean limits = cap != null && (cap < wanted || wanted == 1);
        return limits ? Optional.of(reason) : Optional.empty();
    }
}
