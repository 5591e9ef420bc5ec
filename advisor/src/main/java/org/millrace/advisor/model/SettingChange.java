package org.millrace.advisor.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A setting got another value while the server ran.
 *
 * @param from null if it was not set
 * @param to null if it is no longer set
 * @param at when that was seen, some seconds after it happened
 */
public record SettingChange(
        SettingName name, @Nullable String from, @Nullable String to, Instant at) {}
