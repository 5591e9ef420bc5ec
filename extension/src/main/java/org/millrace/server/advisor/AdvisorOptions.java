package org.millrace.server.advisor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.Rules;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.StatedSettings;
import org.millrace.advisor.report.ManagementDetails;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;

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

    private static final double MOST_LIMIT = 1e15;

    private static final AdvisorOption<Boolean> ENABLED =
            AdvisorOption.bool("enabled", true, "Whether the advisor samples this server.");

    private static final AdvisorOption<Duration> SAMPLE_INTERVAL = AdvisorOption.duration(
            "sample-interval", AdvisorConfig.DEFAULT.sampleInterval(), "Time between two snapshots. Range: 1s to 2s.");

    private static final AdvisorOption<Duration> WINDOW = AdvisorOption.duration(
            "window", AdvisorConfig.DEFAULT.window(), "Default period of a report. Range: 10s to 15m.");

    private static final AdvisorOption<Boolean> DATABASE_CONNECTION = AdvisorOption.bool(
            "database-connection",
            true,
            "Whether the advisor opens connections outside the pool, to sample PostgreSQL and to store incidents and changes.");

    private static final AdvisorOption<OptionalDouble> DATABASE_CORES =
            AdvisorOption.count("database-cores", 4096, "Processor cores of the database server.");

    private static final AdvisorOption<ManagementDetails> MANAGEMENT_DETAILS = AdvisorOption.choice(
            "management-details", ManagementDetails.NONE, "How much of a diagnosis the management port shows.");

    private static final AdvisorOption<Integer> INCIDENTS = AdvisorOption.whole(
            "incidents", 0, 200, 20, "Reports of changes of the principal finding that are kept in memory.");

    private static final AdvisorOption<Integer> STORED_INCIDENTS = AdvisorOption.whole(
            "stored-incidents", 0, 10_000, 200, "Incidents of all nodes in the database. 0 stores none.");

    private static final AdvisorOption<Integer> STORED_CHANGES = AdvisorOption.whole(
            "stored-changes",
            0,
            10_000,
            500,
            "Changes of all nodes in the database. 0 stores no changes and no measurements.");

    private static final AdvisorOption<Integer> STORED_DAYS = AdvisorOption.whole(
            "stored-days", 1, 365, 30, "Days after which incidents, changes and measurements are deleted.");

    private static final AdvisorOption<Integer> STORED_REPORT_KILOBYTES = AdvisorOption.whole(
            "stored-report-kilobytes", 1, 4096, 256, "Maximum size of the stored report of an incident, compressed.");

    private static final List<AdvisorOption<?>> GENERAL = List.of(
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
            throw new IllegalArgumentException("Options " + PREFIX + "*: " + e.getMessage(), e);
        }
        return new AdvisorOptions(
                ENABLED.read(scope),
                sampling,
                DATABASE_CONNECTION.read(scope),
                DATABASE_CORES.read(scope),
                thresholds(scope),
                stated(scope),
                MANAGEMENT_DETAILS.read(scope),
                INCIDENTS.read(scope),
                new StoreLimits(
                        STORED_INCIDENTS.read(scope),
                        STORED_CHANGES.read(scope),
                        Duration.ofDays(STORED_DAYS.read(scope)),
                        STORED_REPORT_KILOBYTES.read(scope) * 1024));
    }

    /** Every option, in Keycloak's form. */
    static List<ProviderConfigProperty> metadata() {
        Stream<AdvisorOption<OptionalDouble>> stated =
                StatedSettings.ALL.stream().map(AdvisorOptions::option);
        Stream<AdvisorOption<OptionalDouble>> thresholds = Rules.all().stream()
                .map(Rule::card)
                .flatMap(card -> card.thresholds().stream().map(threshold -> option(card, threshold)));
        return Stream.<AdvisorOption<?>>concat(GENERAL.stream(), Stream.concat(stated, thresholds))
                .map(AdvisorOption::metadata)
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

    private static AdvisorOption<OptionalDouble> option(StatedSettings.Stated stated) {
        return AdvisorOption.number(
                stated.name().name().substring(StatedSettings.PREFIX.length()), stated.most(), stated.meaning());
    }

    private static AdvisorOption<OptionalDouble> option(RuleCard card, Threshold threshold) {
        return AdvisorOption.number(
                "threshold-" + card.id().toLowerCase(Locale.ROOT) + "-" + threshold.key(),
                MOST_LIMIT,
                threshold.standard(),
                "Threshold of " + card.id() + ": " + threshold.name() + ".");
    }
}
