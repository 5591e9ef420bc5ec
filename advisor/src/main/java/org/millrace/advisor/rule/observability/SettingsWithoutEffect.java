package org.millrace.advisor.rule.observability;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** A setting is configured that no option reads. */
public final class SettingsWithoutEffect implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.SETTINGS_WITHOUT_EFFECT,
            "Settings are configured but have no effect",
            Lane.HYGIENE,
            "Neither Keycloak nor Quarkus says anything about a key that does not exist, or that something else overrides. Three "
                    + "of the nine variables of the migration that prompted this did nothing: their valid names are below "
                    + "quarkus.http.limits, and the number of threads is http-pool-max-threads alone.",
            List.of(QuarkusSettings.UNREAD),
            List.of(),
            List.of(
                    "https://www.keycloak.org/server/configuration#_using_raw_quarkus_properties",
                    "https://quarkus.io/guides/all-config"));

    private static final Map<String, String> VALID = Map.of(
            "HTTP2_MAX_FRAME_SIZE", "quarkus.http.limits.max-frame-size",
            "HTTP2_MAX_HEADER_LIST_SIZE", "quarkus.http.limits.max-header-list-size",
            "VERTX_WORKER_POOL_SIZE", "http-pool-max-threads");

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return window.setting(QuarkusSettings.UNREAD)
                .text()
                .<Verdict>map(SettingsWithoutEffect::finding)
                .orElse(Verdict.healthy());
    }

    private static Finding finding(String keys) {
        Map<Boolean, String> found = Stream.of(keys.split(",\\s*"))
                .collect(Collectors.partitioningBy(
                        key -> key.startsWith("KC_"),
                        Collectors.mapping(SettingsWithoutEffect::shown, Collectors.joining(", "))));
        String variables = found.getOrDefault(true, "");
        String others = found.getOrDefault(false, "");
        return new Finding(
                Severity.WARNING,
                List.of(),
                why(variables, others),
                others.isEmpty() ? Confidence.MEDIUM : Confidence.HIGH,
                null);
    }

    /** Scripts and third-party extensions may read variables that belong to no option. */
    private static String why(String variables, String others) {
        List<String> sentences = new ArrayList<>();
        if (!others.isEmpty()) {
            sentences.add("No effect here has " + others + ". Take it out, or use the name that is read.");
        }
        if (!variables.isEmpty()) {
            sentences.add("No option of Keycloak has the name of " + variables
                    + ". Correct it, or take it out unless something of your own reads it.");
        }
        return String.join(" ", sentences);
    }

    private static String shown(String key) {
        return valid(key).map(name -> key + " (valid is " + name + ")").orElse(key);
    }

    private static Optional<String> valid(String key) {
        String flat = key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
        return VALID.entrySet().stream()
                .filter(entry -> flat.endsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
