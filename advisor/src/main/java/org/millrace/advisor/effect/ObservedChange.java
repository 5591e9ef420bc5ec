package org.millrace.advisor.effect;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change that may affect throughput, latency or cost. Immutable.
 *
 * @param at when it was observed; of a restart, the start of sampling
 * @param name of the setting or product; the label of a mark; the server's name for a restart
 * @param from null if it was not set
 * @param to null if it is no longer set
 * @param advice the proposal that it follows; null if no finding has proposed it
 */
public record ObservedChange(
        String id,
        Instant at,
        String node,
        Kind kind,
        String name,
        @Nullable String from,
        @Nullable String to,
        @Nullable Advice advice) {

    /** A change that no finding has proposed. */
    public ObservedChange(
            String id, Instant at, String node, Kind kind, String name, @Nullable String from, @Nullable String to) {
        this(id, at, node, kind, name, from, to, null);
    }

    /** The kind of a change. */
    public enum Kind {
        /** A setting got another value, while the server ran or between two runs. */
        SETTING,
        /** Another version of Keycloak or Millrace was started. */
        VERSION,
        /** The server was started again. */
        RESTART,
        /** An administrator marked a change. */
        MARK;

        /** The name in documents, such as {@code setting}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
