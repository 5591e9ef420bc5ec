package org.millrace.advisor.rule.safety;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;

/** Commits are reported before they are on disk, for everything and not only for sessions. */
public final class CommitsNotDurable implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.COMMITS_NOT_DURABLE,
            "Committed changes can be lost in a crash",
            Lane.SAFETY,
            "With synchronous_commit off, a crash loses the last fraction of a second of all commits, users and "
                    + "revocations included. Keycloak disables it per transaction where that is safe, for sessions and "
                    + "events; disabling it globally gains little more.",
            List.of(PostgresSettings.SYNCHRONOUS_COMMIT),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/wal-async-commit.html"));

    private static final Pattern IN_URL = Pattern.compile("(?i)synchronous_commit(?:=|%3D)(?:off|false|no|0)");

    @Override
    public RuleCard card() {
        return CARD;
    }

    /** Settings in the JDBC URL are known without the database. */
    @Override
    public Verdict judge(Window window, Thresholds thresholds) {
        return Stream.of(KeycloakSettings.DB_URL_PROPERTIES, KeycloakSettings.DB_URL)
                .filter(name -> isSwitchedOffIn(name, window) && isInForce(name, window))
                .findFirst()
                .<Verdict>map(CommitsNotDurable::inUrl)
                .orElseGet(() -> Rule.super.judge(window, thresholds));
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Setting commit = window.setting(PostgresSettings.SYNCHRONOUS_COMMIT);
        boolean standbys = window.settings()
                .find(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES)
                .flatMap(Setting::text)
                .filter(names -> !names.isBlank())
                .isPresent();
        // "local" waits for the own disk, which is all there is to wait for without a synchronous standby.
        return commit.is("off") || (commit.is("local") && standbys)
                ? finding(commit, standbys, window)
                : Verdict.healthy();
    }

    private static boolean isSwitchedOffIn(SettingName name, Window window) {
        return text(name, window).filter(text -> IN_URL.matcher(text).find()).isPresent();
    }

    /** Keycloak makes a URL of its own out of the properties, and ignores them if it is given one. */
    private static boolean isInForce(SettingName name, Window window) {
        Optional<String> url = text(KeycloakSettings.DB_URL, window);
        String properties = text(KeycloakSettings.DB_URL_PROPERTIES, window).orElse("");
        return name.equals(KeycloakSettings.DB_URL)
                || url.filter(given -> !given.contains(properties) && !given.contains(name.name()))
                        .isEmpty();
    }

    private static Optional<String> text(SettingName name, Window window) {
        return window.settings().find(name).flatMap(Setting::text);
    }

    private static Finding inUrl(SettingName name) {
        return new Finding(
                Severity.CRITICAL,
                List.of(),
                "The option " + name.name()
                        + " switches synchronous_commit off for every connection of Keycloak's. Take it "
                        + "out of the JDBC URL.",
                Confidence.HIGH,
                null);
    }

    private static Finding finding(Setting commit, boolean standbys, Window window) {
        // With "on", each commit would wait for a standby that is not there.
        boolean isAlone = standbys
                && window.latestIfKnown(HorizonSignals.SYNCHRONOUS_STANDBYS).orElse(0) == 0;
        String to = isAlone ? "local" : "on";
        String value = commit.text().orElseThrow();
        return new Finding(
                Severity.CRITICAL,
                List.of(),
                "synchronous_commit is " + value + " (" + commit.origin() + ")"
                        + (standbys ? " although synchronous standbys are configured. " : ". ")
                        + "Reset it where it was set: in the configuration, for the database, for the role or in the "
                        + "JDBC URL."
                        + (isAlone
                                ? " Connect a synchronous standby first: with \"on\" each commit waits for one."
                                : ""),
                Confidence.HIGH,
                value.equals(to)
                        ? null
                        : new Change(
                                List.of(new Step(Step.Kind.POSTGRES, PostgresSettings.parameter(commit), value, to)),
                                false,
                                standbys ? Change.Risk.MEDIUM : Change.Risk.LOW));
    }
}
