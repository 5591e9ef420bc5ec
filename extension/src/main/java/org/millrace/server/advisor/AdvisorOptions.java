package org.millrace.server.advisor;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.model.Spans;

/**
 * What an operator can set, as {@code spi-admin-realm-restapi-extension--advisor--<name>}.
 *
 * @param enabled whether to sample at all
 * @param databaseConnection whether to open a connection of its own to the database
 * @param databaseCores of the database server, for rules that count sessions by core; empty if not stated
 */
record AdvisorOptions(
        boolean enabled, AdvisorConfig sampling, boolean databaseConnection, OptionalDouble databaseCores) {

    static final String PREFIX = "spi-admin-realm-restapi-extension--" + AdvisorProviderFactory.ID + "--";

    private static final int MOST_CORES = 4096;

    /** @throws IllegalArgumentException naming the option, its value and what it may be: the server must not start */
    static AdvisorOptions read(Config.Scope scope) {
        AdvisorConfig fallback = AdvisorConfig.DEFAULT;
        Duration interval = read(scope, "sample-interval", Spans::parse, fallback.sampleInterval());
        Duration window = read(scope, "window", Spans::parse, fallback.window());
        AdvisorConfig sampling;
        try {
            sampling = new AdvisorConfig(interval, window);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Options " + PREFIX + "*: " + e.getMessage(), e);
        }
        return new AdvisorOptions(
                read(scope, "enabled", AdvisorOptions::trueOrFalse, true),
                sampling,
                read(scope, "database-connection", AdvisorOptions::trueOrFalse, true),
                read(scope, "database-cores", AdvisorOptions::cores, OptionalDouble.empty()));
    }

    private static <T> T read(Config.Scope scope, String name, Function<String, T> parse, T fallback) {
        @Nullable String text = scope.get(name);
        if (text == null || text.isBlank()) {
            return fallback;
        }
        try {
            return parse.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Option " + PREFIX + name + ": " + e.getMessage(), e);
        }
    }

    private static boolean trueOrFalse(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("\"" + text + "\" is neither true nor false");
        }
        return text.equals("true");
    }

    private static OptionalDouble cores(String text) {
        double cores = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
        if (cores < 1 || cores > MOST_CORES) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from 1 to " + MOST_CORES);
        }
        return OptionalDouble.of(cores);
    }
}
