package org.millrace.bulk.rest.run;

import java.util.HashMap;
import java.util.Map;

/** Limits the imports that run on this node at the same time, altogether and for each user. Thread-safe. */
public final class ImportPermits {
    private final int total;
    private final int perUser;
    private final Map<String, Integer> taken = new HashMap<>();
    private int sum;

    /**
     * No permit is taken yet.
     *
     * @param total maximum number of permits
     * @param perUser maximum number of permits of one user
     */
    public ImportPermits(int total, int perUser) {
        this.total = total;
        this.perUser = perUser;
    }

    /** The result of a request for a permit. */
    public enum Result {
        TAKEN,
        ALL_TAKEN,
        USER_HAS_ENOUGH
    }

    /** Takes a permit if one is left for the user; it must be released. */
    public synchronized Result take(String userId) {
        if (sum >= total) {
            return Result.ALL_TAKEN;
        }
        int own = taken.getOrDefault(userId, 0);
        if (own >= perUser) {
            return Result.USER_HAS_ENOUGH;
        }
        taken.put(userId, own + 1);
        sum++;
        return Result.TAKEN;
    }

    /** Whether {@link #take} would give one, at this moment. */
    public synchronized boolean isAvailable(String userId) {
        return sum < total && taken.getOrDefault(userId, 0) < perUser;
    }

    /** Returns a permit that was taken. */
    public synchronized void release(String userId) {
        sum--;
        taken.computeIfPresent(userId, (user, own) -> own == 1 ? null : own - 1);
    }
}
