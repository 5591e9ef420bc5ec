package org.millrace.bulk.rest.job;

import org.jspecify.annotations.Nullable;
import org.millrace.server.problem.Problem;

/** Query parameters that say how much of a list is wanted. */
public final class Paging {
    private Paging() {}

    /**
     * A whole number.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 if it is none, or out of range
     */
    static int number(String name, @Nullable String given, int absent, int least, int greatest) {
        if (given == null) {
            return absent;
        }
        try {
            int value = Integer.parseInt(given);
            if (value >= least && value <= greatest) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message is the same as for a number out of range.
        }
        throw badParameter(name + " must be a whole number from " + least + " to " + greatest);
    }

    /**
     * A parameter that is {@code true} or {@code false}; false if it is absent.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 if it is neither
     */
    public static boolean flag(String name, @Nullable String given) {
        if (given == null || given.equals("false")) {
            return false;
        }
        if (given.equals("true")) {
            return true;
        }
        throw badParameter(name + " must be true or false");
    }

    /** A problem of status 400. */
    public static RuntimeException badParameter(String detail) {
        return new Problem(400, "invalid-parameter", "Unknown or invalid query parameter", detail).exception();
    }
}
