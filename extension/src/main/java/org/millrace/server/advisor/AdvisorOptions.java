package org.millrace.server.advisor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.Rules;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Spans;
import org.millrace.advisor.model.StatedSettings;
import org.millrace.advisor.report.ManagementDetails;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.sizing.Figure;

/**
 * What an operator can set, as {@code spi-admin-realm-restapi-extension--advisor--<name>}.
 *
 * @param enabled whether to sample at all
 * @param databaseConnection whether to open a connection of its own to the database
 * @param databaseCores of the database server, for rules that count sessions by core; empty if not stated
 * @param stated what the server cannot see of its installation, see {@link StatedSettings}
 * @param managementDetails how much the management port says
 * @param mostIncidents reports kept in memory of changes of the principal finding
 * @param stored what is kept in the database
 * @param thresholds that decide in place of the rules' own, as {@code threshold-<rule>-<key>}
 */
record AdvisorOptions(
        boolean enabled,
        AdvisorConfig sampling,
        boolean databaseConnection,
        OptionalDouble databaseCores,
        Thresholds thresholds,
        List<Setting> stated,
        ManagementDetails managementDetails,
        int mostIncidents,
        StoreLimits stored) {

    static final String PREFIX = "spi-admin-realm-restapi-extension--" + AdvisorProviderFactory.ID + "--";

    private static final String THRESHOLD = "threshold-";

    private static final double MOST_LIMIT = 1e15;

    private static final int MOST_CORES = 4096;

    private static final int MOST_INCIDENTS = 200;

    private static final int MOST_STORED = 10_000;

    private static final int MOST_DAYS = 365;

    private static final int MOST_KILOBYTES = 4096;

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
                read(scope, "database-cores", AdvisorOptions::cores, OptionalDouble.empty()),
                thresholds(scope),
                stated(scope),
                read(scope, "management-details", AdvisorOptions::details, ManagementDetails.NONE),
                read(scope, "incidents", text -> whole(text, 0, MOST_INCIDENTS), 20),
                new StoreLimits(
                        read(scope, "stored-incidents", text -> whole(text, 0, MOST_STORED), 200),
                        read(scope, "stored-changes", text -> whole(text, 0, MOST_STORED), 500),
                        Duration.ofDays(read(scope, "stored-days", text -> whole(text, 1, MOST_DAYS), 30)),
                        read(scope, "stored-report-kilobytes", text -> whole(text, 1, MOST_KILOBYTES), 256) * 1024));
    }

    private static List<Setting> stated(Config.Scope scope) {
        List<Setting> stated = new ArrayList<>();
        StatedSettings.MOST.forEach((name, most) -> {
            String option = name.name().substring(StatedSettings.PREFIX.length());
            read(scope, option, text -> number(text, most), OptionalDouble.empty())
                    .ifPresent(value -> stated.add(new Setting(name, Double.toString(value), "stated by an operator")));
        });
        return stated;
    }

    private static Thresholds thresholds(Config.Scope scope) {
        Map<String, Map<String, Double>> byRule = new HashMap<>();
        for (Rule rule : Rules.all()) {
            String id = rule.card().id();
            for (Threshold threshold : rule.card().thresholds()) {
                String name = THRESHOLD + id.toLowerCase(Locale.ROOT) + "-" + threshold.key();
                read(scope, name, AdvisorOptions::limit, OptionalDouble.empty())
                        .ifPresent(value -> byRule.computeIfAbsent(id, each -> new HashMap<>())
                                .put(threshold.key(), value));
            }
        }
        return new Thresholds(byRule);
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

    private static ManagementDetails details(String text) {
        return switch (text) {
            case "none" -> ManagementDetails.NONE;
            case "figures" -> ManagementDetails.FIGURES;
            case "full" -> ManagementDetails.FULL;
            default -> throw new IllegalArgumentException("\"" + text + "\" is not none, figures or full");
        };
    }

    private static int whole(String text, int least, int most) {
        int value = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from " + least + " to " + most);
        }
        return value;
    }

    private static OptionalDouble limit(String text) {
        return number(text, MOST_LIMIT);
    }

    private static OptionalDouble number(String text, double most) {
        double value = text.matches("\\d{1,15}(\\.\\d{1,9})?") ? Double.parseDouble(text) : -1;
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from 0 to " + Figure.plain(most));
        }
        return OptionalDouble.of(value);
    }

    private static OptionalDouble cores(String text) {
        double cores = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
        if (cores < 1 || cores > MOST_CORES) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from 1 to " + MOST_CORES);
        }
        return OptionalDouble.of(cores);
    }
}
