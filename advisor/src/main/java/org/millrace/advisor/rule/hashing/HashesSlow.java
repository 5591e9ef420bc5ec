package org.millrace.advisor.rule.hashing;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.RealmFacts;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.Processors;

/** One password hash takes about a second of a processor, or more. */
public final class HashesSlow implements Rule {

    private static final Threshold SECONDS = new Threshold(
            "processor seconds of one hash",
            0.7,
            "seconds",
            "Ten times what Keycloak's default takes; a login that takes a second is noticed");

    private static final Threshold LONG = new Threshold(
            "processor seconds of one hash, critical", 3, "seconds", "A few logins at a time occupy any server");

    private static final Threshold HASHING = new Threshold(
            "requests that hash a password",
            0.5,
            "requests",
            "Below, no password is hashed for most of the time, and one login says little");

    /** Above as many times the default, a number of iterations is named as the cause. */
    private static final int HIGH = 3;

    /** Iterations by default, from Keycloak's guide. */
    private static final Map<String, Integer> DEFAULTS =
            Map.of("argon2", 5, "pbkdf2-sha512", 210_000, "pbkdf2-sha256", 600_000, "pbkdf2", 1_300_000);

    private static final Pattern POLICY =
            Pattern.compile("(?:hashAlgorithm\\(([\\w-]*)\\).*)?hashIterations\\((\\d{1,9})\\)");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HASHES_SLOW,
            "One password hash takes a second or more",
            Lane.SATURATION,
            "A hash is slow on purpose, and 50 to 100 ms of a processor make guessing expensive. A password policy with many times "
                    + "the default iterations makes each login, right or wrong, take seconds of a processor. The time is that of "
                    + "hashing by logins, without the wait for a processor.",
            List.of(TimeCategory.HASHING.signal()),
            List.of(SECONDS, LONG, HASHING),
            List.of(
                    "https://www.keycloak.org/docs/latest/server_admin/#hashing-iterations",
                    "https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html"),
            Causality.at(Station.CPU)
                    .explaining(TimeCategory.HASHING)
                    .leadingTo(
                            RuleId.HASHING_BOUND,
                            RuleId.CPU_THROTTLED,
                            RuleId.HELD_WHILE_BUSY_ELSEWHERE,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.TOO_MANY_THREADS)
                    .holdingBack(
                            RuleId.HASHING_BOUND,
                            RuleId.POOL_TOO_SMALL,
                            RuleId.HELD_WHILE_BUSY_ELSEWHERE,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.CPU_REQUEST_LOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double hashing = window.timeModel().requests(TimeCategory.HASHING);
        OptionalDouble rate = rate(window);
        if (hashing < HASHING.in(context) || rate.isEmpty()) {
            return Verdict.healthy();
        }
        // Threads beyond the processors wait for each other.
        double working = Math.min(hashing, Processors.available(window).orElse(1));
        double least = 1.0 / Math.max(1, window.length().toSeconds());
        double seconds = working / Math.max(least, rate.getAsDouble());
        return seconds >= SECONDS.in(context) ? finding(context, seconds, hashing) : Verdict.healthy();
    }

    /** Hashes a second; without the meter, requests of the kinds that check passwords. */
    private static OptionalDouble rate(Window window) {
        OptionalDouble passwords = window.rateIfKnown(LoadSignals.PASSWORD_VALIDATIONS);
        if (passwords.isPresent()) {
            return passwords;
        }
        OptionalDouble tokens = window.rateIfKnown(TimeSignals.answered(RequestKind.TOKEN));
        OptionalDouble pages = window.rateIfKnown(TimeSignals.answered(RequestKind.LOGIN_PAGE));
        return tokens.isEmpty() && pages.isEmpty() ? tokens : OptionalDouble.of(tokens.orElse(0) + pages.orElse(0));
    }

    private static Finding finding(RuleContext context, double seconds, double hashing) {
        Window window = context.window();
        List<Setting> policies = RealmFacts.passwordPolicies(window.settings());
        String high = policies.stream()
                .filter(HashesSlow::isHigh)
                .map(HashesSlow::policy)
                .collect(Collectors.joining("; "));
        return new Finding(
                seconds >= LONG.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("password.hash.seconds", seconds, SECONDS),
                        Observation.of(TimeCategory.HASHING.signal().name(), hashing, HASHING)),
                "One password hash takes about " + Figures.time(seconds) + " of a processor, and "
                        + Figures.count(hashing, "request") + " hash a password at a time. "
                        + (high.isEmpty()
                                ? "No password policy with many iterations was found. Check the iterations of the stored "
                                        + "credentials and the speed of the processors."
                                : "Password policy of " + high
                                        + ". Lower hashIterations to Keycloak's default: 5 of argon2, 210,000 of pbkdf2-sha512, "
                                        + "600,000 of pbkdf2-sha256. Each stored hash follows at the next login of its user."),
                high.isEmpty() ? Confidence.MEDIUM : Confidence.HIGH,
                null);
    }

    private static boolean isHigh(Setting policy) {
        Matcher matcher = POLICY.matcher(policy.text().orElse(""));
        if (!matcher.find()) {
            return false;
        }
        String algorithm = matcher.group(1) == null ? "argon2" : matcher.group(1);
        int standard = DEFAULTS.getOrDefault(algorithm, Integer.MAX_VALUE / HIGH);
        return Integer.parseInt(matcher.group(2)) >= (long) HIGH * standard;
    }

    private static String policy(Setting policy) {
        String realm = policy.name().name().replaceFirst("^realm\\.(.*)\\.password-policy$", "$1");
        return "realm " + realm + ": " + policy.text().orElse("");
    }
}
