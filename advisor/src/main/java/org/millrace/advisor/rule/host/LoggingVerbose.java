package org.millrace.advisor.rule.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The server logs more than production can afford. */
public final class LoggingVerbose implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.LOGGING_VERBOSE,
            "Debug logging is on",
            Lane.HYGIENE,
            "At debug level every statement and every message of the cluster is a line, written by the thread that has work to do. "
                    + "Tracing Infinispan has brought whole clusters to a halt. The level of a category is taken from its own "
                    + "option, else from log-level.",
            List.of(KeycloakSettings.LOG_LEVEL),
            List.of(),
            List.of("https://www.keycloak.org/server/logging", "https://github.com/keycloak/keycloak/issues/37266"));

    private static final String USUAL = "info";

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<Level> verbose =
                levels(window).values().stream().filter(Level::isVerbose).toList();
        return verbose.isEmpty() ? Verdict.healthy() : finding(window, verbose);
    }

    /** By category, the root's being empty. */
    private static Map<String, Level> levels(Window window) {
        Map<String, Level> levels = new LinkedHashMap<>();
        for (String part : window.setting(KeycloakSettings.LOG_LEVEL).names()) {
            Level level = Level.of(part);
            levels.put(level.category(), level);
        }
        for (Setting setting : window.settings().all()) {
            String name = setting.name().name();
            if (name.startsWith(KeycloakSettings.LOG_LEVEL_PREFIX)
                    && setting.text().isPresent()) {
                String category = name.substring(KeycloakSettings.LOG_LEVEL_PREFIX.length());
                levels.put(
                        category,
                        new Level(setting.name(), category, setting.text().orElse("")));
            }
        }
        return levels;
    }

    private static Finding finding(Window window, List<Level> verbose) {
        List<Step> steps = verbose.stream()
                .map(Level::option)
                .distinct()
                .map(option -> quieter(window.setting(option)))
                .toList();
        String options = steps.stream()
                .map(step -> step.name() + " is \"" + step.from() + "\"")
                .collect(Collectors.joining(" and "));
        return new Finding(
                verbose.stream().anyMatch(Level::tracesCluster) ? Severity.CRITICAL : Severity.WARNING,
                List.of(),
                options + ". Reset it after the diagnosis.",
                Confidence.MEDIUM,
                new Change(steps, true, Change.Risk.LOW));
    }

    /** What else the option says stays as it is. */
    private static Step quieter(Setting setting) {
        String rest = setting.names().stream()
                .filter(part -> !Level.of(part).isVerbose())
                .collect(Collectors.joining(","));
        return new Step(
                Step.Kind.OPTION, setting.name().name(), setting.text().orElse(""), rest.isEmpty() ? USUAL : rest);
    }

    /**
     * How much of a category is logged.
     *
     * @param option that says so
     */
    private record Level(SettingName option, String category, String name) {

        private static final Set<String> TRACE = Set.of("trace", "all");

        Level {
            name = name.strip().toLowerCase(Locale.ROOT);
        }

        /** One entry of log-level: {@code org.infinispan:warn}, or a level alone for the root. */
        static Level of(String part) {
            int colon = part.lastIndexOf(':');
            String category = part.substring(0, Math.max(0, colon)).strip();
            return new Level(KeycloakSettings.LOG_LEVEL, category, part.substring(colon + 1));
        }

        boolean isVerbose() {
            return name.equals("debug") || TRACE.contains(name);
        }

        boolean tracesCluster() {
            return TRACE.contains(name) && (category.contains("infinispan") || category.contains("jgroups"));
        }
    }
}
