package org.millrace.advisor.effect;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that may have changed how the server behaves. Immutable.
 *
 * @param at when it was seen; of a start, when sampling began
 * @param name of the setting or product; the label of a mark; the server's name for a restart
 * @param from null if it was not set
 * @param to null if it is no longer set
 */
public record ObservedChange(
        String id,
        Instant at,
        String node,
        Kind kind,
        String name,
        @Nullable String from,
        @Nullable String to) {

    /** What has changed. */
    public enum Kind {
        /** A setting got another value, while the server ran or between two runs. */
        SETTING,
        /** Another version of Keycloak or Millrace was started. */
        VERSION,
        /** The server was started again. */
        RESTART,
        /** An administrator marked a change. */
        MARK;

        /** As it is written: {@code setting}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
