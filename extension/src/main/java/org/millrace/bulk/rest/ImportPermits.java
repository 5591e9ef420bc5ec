package org.millrace.bulk.rest;

import java.util.HashMap;
import java.util.Map;

/** A number of places on this node, of which one user can have some at the same time. Safe for any thread. */
final class ImportPermits {
    private final int total;
    private final int perUser;
    private final Map<String, Integer> taken = new HashMap<>();
    private int sum;

    ImportPermits(int total, int perUser) {
        this.total = total;
        this.perUser = perUser;
    }

    /** The result of a request for a permit. */
    enum Result {
        TAKEN,
        ALL_TAKEN,
        USER_HAS_ENOUGH
    }

    synchronized Result take(String userId) {
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
    synchronized boolean isAvailable(String userId) {
        return sum < total && taken.getOrDefault(userId, 0) < perUser;
    }

    synchronized void release(String userId) {
        sum--;
        taken.computeIfPresent(userId, (user, own) -> own == 1 ? null : own - 1);
    }
}
