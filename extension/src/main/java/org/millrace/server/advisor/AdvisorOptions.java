package org.millrace.server.advisor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.Rules;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.report.document.ManagementDetails;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.server.advisor.store.StoreLimits;
import org.millrace.server.setting.BooleanSetting;
import org.millrace.server.setting.ChoiceSetting;
import org.millrace.server.setting.DeclaredSetting;
import org.millrace.server.setting.DurationSetting;
import org.millrace.server.setting.InvalidSettingException;
import org.millrace.server.setting.NumberSetting;
import org.millrace.server.setting.OptionalNumberSetting;

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

    private static final String ID = AdvisorProviderFactory.ID;

    /** Precedes the name of an option on the command line. */
    static final String PREFIX = "spi-admin-realm-restapi-extension--" + ID + "--";

    private static final double MOST_LIMIT = 1e15;

    private static final BooleanSetting ENABLED =
            new BooleanSetting(ID, "enabled", true, "Whether the advisor samples this server.");

    private static final DurationSetting SAMPLE_INTERVAL = new DurationSetting(
            ID,
            "sample-interval",
            AdvisorConfig.DEFAULT.sampleInterval(),
            "Time between two snapshots. Range: 1s to 2s.");

    private static final DurationSetting WINDOW = new DurationSetting(
            ID, "window", AdvisorConfig.DEFAULT.window(), "Default period of a report. Range: 10s to 15m.");

    private static final BooleanSetting DATABASE_CONNECTION = new BooleanSetting(
            ID,
            "database-connection",
            true,
            "Whether the advisor opens connections outside the pool, to sample PostgreSQL and to store incidents and changes.");

    private static final OptionalNumberSetting DATABASE_CORES = new OptionalNumberSetting(
            ID, "database-cores", 1, 4096, true, null, "Processor cores of the database server.");

    private static final ChoiceSetting<ManagementDetails> MANAGEMENT_DETAILS = new ChoiceSetting<>(
            ID, "management-details", ManagementDetails.NONE, "How much of a diagnosis the management port shows.");

    private static final NumberSetting INCIDENTS = new NumberSetting(
            ID, "incidents", 20, 1, 200, "Reports of changes of the principal finding that are kept in memory.");

    private static final NumberSetting STORED_INCIDENTS = new NumberSetting(
            ID, "stored-incidents", 200, 0, 10_000, "Incidents of all nodes in the database. 0 stores none.");

    private static final NumberSetting STORED_CHANGES = new NumberSetting(
            ID,
            "stored-changes",
            500,
            0,
            10_000,
            "Detected changes of all nodes in the database, and as many marks. 0 stores no changes and no measurements.");

    private static final NumberSetting STORED_DAYS = new NumberSetting(
            ID, "stored-days", 30, 1, 365, "Days after which incidents, changes and measurements are deleted.");

    private static final NumberSetting STORED_REPORT_KILOBYTES = new NumberSetting(
            ID,
            "stored-report-kilobytes",
            256,
            1,
            4096,
            "Maximum size of the stored report of an incident, compressed.");

    private static final List<DeclaredSetting> GENERAL = List.of(
            ENABLED,
            SAMPLE_INTERVAL,
            WINDOW,
            DATABASE_CONNECTION,
            DATABASE_CORES,
            MANAGEMENT_DETAILS,
            INCIDENTS,
            STORED_INCIDENTS,
            STORED_CHANGES,
            STORED_DAYS,
            STORED_REPORT_KILOBYTES);

    /** @throws IllegalArgumentException naming the option, its value and what it may be: the server must not start */
    static AdvisorOptions read(Config.Scope scope) {
        Duration interval = SAMPLE_INTERVAL.read(scope);
        Duration window = WINDOW.read(scope);
        AdvisorConfig sampling;
        try {
            sampling = new AdvisorConfig(interval, window);
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException("advisor settings sample-interval and window: " + e.getMessage());
        }
        return new AdvisorOptions(
                ENABLED.read(scope),
                sampling,
                DATABASE_CONNECTION.read(scope),
                DATABASE_CORES.read(scope),
                thresholds(scope),
                stated(scope),
                MANAGEMENT_DETAILS.read(scope),
                INCIDENTS.readInt(scope),
                new StoreLimits(
                        STORED_INCIDENTS.readInt(scope),
                        STORED_CHANGES.readInt(scope),
                        Duration.ofDays(STORED_DAYS.read(scope)),
                        STORED_REPORT_KILOBYTES.readInt(scope) * 1024));
    }

    /** Every option, in Keycloak's form. */
    static List<ProviderConfigProperty> metadata() {
        Stream<OptionalNumberSetting> stated = StatedSettings.ALL.stream().map(AdvisorOptions::option);
        Stream<OptionalNumberSetting> thresholds = Rules.all().stream()
                .map(Rule::card)
                .flatMap(card -> card.thresholds().stream().map(threshold -> option(card, threshold)));
        return Stream.<DeclaredSetting>concat(GENERAL.stream(), Stream.concat(stated, thresholds))
                .map(DeclaredSetting::metadata)
                .toList();
    }

    private static List<Setting> stated(Config.Scope scope) {
        List<Setting> stated = new ArrayList<>();
        for (StatedSettings.Stated each : StatedSettings.ALL) {
            option(each)
                    .read(scope)
                    .ifPresent(value ->
                            stated.add(new Setting(each.name(), Double.toString(value), "stated by an operator")));
        }
        return stated;
    }

    private static Thresholds thresholds(Config.Scope scope) {
        Map<String, Map<String, Double>> byRule = new HashMap<>();
        for (Rule rule : Rules.all()) {
            RuleCard card = rule.card();
            for (Threshold threshold : card.thresholds()) {
                option(card, threshold)
                        .read(scope)
                        .ifPresent(value -> byRule.computeIfAbsent(card.id(), each -> new HashMap<>())
                                .put(threshold.key(), value));
            }
        }
        return new Thresholds(byRule);
    }

    private static OptionalNumberSetting option(StatedSettings.Stated stated) {
        String name = stated.name().name().substring(StatedSettings.PREFIX.length());
        return number(name, stated.most(), null, stated.meaning());
    }

    private static OptionalNumberSetting option(RuleCard card, Threshold threshold) {
        return number(
                "threshold-" + card.id().toLowerCase(Locale.ROOT) + "-" + threshold.key(),
                MOST_LIMIT,
                threshold.standard(),
                "Threshold of " + card.id() + ": " + threshold.name() + ".");
    }

    private static OptionalNumberSetting number(String name, double most, @Nullable Double shown, String help) {
        return new OptionalNumberSetting(ID, name, 0, most, false, shown, help);
    }
}
