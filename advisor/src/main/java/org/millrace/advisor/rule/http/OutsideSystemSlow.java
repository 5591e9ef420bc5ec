package org.millrace.advisor.rule.http;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.RealmFacts;
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
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.RequestWait;

/** Request threads wait for a system outside of the server. */
public final class OutsideSystemSlow implements Rule {

    /** More of them make the explanation unreadable. */
    private static final int MOST_SYSTEMS = 3;

    private static final double CRITICAL_SECONDS = 3;

    private final TimeCategory category;
    private final String advice;
    private final RuleCard card;

    private OutsideSystemSlow(TimeCategory category, String id, String title, String advice, String source) {
        this.category = category;
        this.advice = advice;
        this.card = new RuleCard(
                id,
                title,
                Lane.SATURATION,
                "A request that calls another system waits with its thread, and often with its database connection and an open "
                        + "transaction. When that system is slow, threads and pool run out, and requests that do not need it wait too. "
                        + "Larger pools do not help; short timeouts do.",
                List.of(category.signal()),
                List.of(RequestWait.REQUESTS, RequestWait.SHARE, RequestWait.NOTICED, RequestWait.STALLED),
                List.of(source),
                Causality.at(Station.OUTSIDE_SYSTEMS)
                        .explaining(category)
                        .leadingTo(
                                RuleId.POOL_TOO_SMALL,
                                RuleId.ACQUISITIONS_TIME_OUT,
                                RuleId.HELD_WHILE_BUSY_ELSEWHERE,
                                RuleId.THREADS_ALL_BUSY,
                                RuleId.THREADS_WITHOUT_CONNECTIONS)
                        // Requests that wait for another system hold a thread, and often a connection: more of them
                        // wait just as long.
                        .holdingBackMoreConcurrency()
                        .holdingBack(RuleId.HELD_WHILE_BUSY_ELSEWHERE));
    }

    /** One rule for each kind of system. */
    public static List<Rule> all() {
        return List.of(
                new OutsideSystemSlow(
                        TimeCategory.LDAP,
                        RuleId.LDAP_SLOW,
                        "Requests wait for an LDAP server",
                        "Set the connection timeout and the read timeout of the user federation to 1 to 3 seconds, switch "
                                + "its connection pooling on, and look at the LDAP server: its load, its indexes, the network.",
                        "https://www.keycloak.org/docs/latest/server_admin/#_ldap"),
                new OutsideSystemSlow(
                        TimeCategory.IDENTITY_PROVIDER,
                        RuleId.IDENTITY_PROVIDER_SLOW,
                        "Requests wait for an identity provider",
                        "Set spi-connections-http-client--default--socket-timeout-millis and "
                                + "establish-connection-timeout-millis to 1 to 3 seconds, and check the identity provider.",
                        "https://www.keycloak.org/server/outgoinghttp"),
                new OutsideSystemSlow(
                        TimeCategory.SMTP,
                        RuleId.SMTP_SLOW,
                        "Requests wait for an SMTP server",
                        "Let Keycloak send to a local relay that queues messages, and set the timeouts of the realm's "
                                + "email settings to 1 to 3 seconds.",
                        "https://www.keycloak.org/docs/latest/server_admin/#_email"),
                new OutsideSystemSlow(
                        TimeCategory.HTTP,
                        RuleId.HTTP_SERVER_SLOW,
                        "Requests wait for another HTTP server",
                        "Set a timeout of 1 to 3 seconds for these calls; for Keycloak's own client that is "
                                + "spi-connections-http-client--default--socket-timeout-millis.",
                        "https://www.keycloak.org/server/outgoinghttp"));
    }

    @Override
    public RuleCard card() {
        return card;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        TimeModel model = window.timeModel();
        double requests = model.requests(category);
        return requests >= RequestWait.REQUESTS.in(context)
                        && shareOfThreads(model) >= RequestWait.SHARE.in(context)
                        && RequestWait.isNoticed(context, category)
                ? finding(window, model, requests)
                : Verdict.healthy();
    }

    /** Waits for a thread or a connection are attributed to the current holders. */
    private double shareOfThreads(TimeModel model) {
        double others =
                model.active() - model.requests(TimeCategory.REQUEST_THREAD) - model.requests(TimeCategory.CONNECTION);
        return others > 0 ? model.requests(category) / others : 0;
    }

    private Finding finding(Window window, TimeModel model, double requests) {
        OptionalDouble seconds = RequestWait.seconds(window, category);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(category.signal().name(), requests, RequestWait.REQUESTS));
        observed.add(Observation.of(category.signal().name() + ".share", shareOfThreads(model), RequestWait.SHARE));
        seconds.ifPresent(mean -> observed.add(Observation.of("requests.seconds.mean", mean, RequestWait.NOTICED)));
        boolean critical = seconds.orElse(CRITICAL_SECONDS) >= CRITICAL_SECONDS;
        return new Finding(
                critical ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "On average " + Figures.count(requests, "request") + " at a time " + (requests < 1.5 ? "waits" : "wait")
                        + category.phrase().substring("wait".length())
                        + (seconds.isPresent()
                                ? ", and such requests take about " + Figures.count(seconds.getAsDouble(), "second")
                                : "")
                        + ". " + systems(window, model) + advice,
                Confidence.HIGH,
                null);
    }

    private String systems(Window window, TimeModel model) {
        List<Setting> systems = RealmFacts.systems(window.settings(), category);
        String details = model.details(category).stream()
                .map(TimeModel.Detail::what)
                .limit(MOST_SYSTEMS)
                .collect(Collectors.joining("; "));
        if (systems.isEmpty()) {
            return details.isEmpty() ? "" : "Calls: " + details + ". ";
        }
        String shown = systems.stream()
                .limit(MOST_SYSTEMS)
                .map(setting -> setting.name().name() + ": " + setting.text().orElse(""))
                .collect(Collectors.joining("; "));
        int more = systems.size() - MOST_SYSTEMS;
        return "Configured: " + shown + (more > 0 ? "; and " + more + " more" : "") + ". ";
    }
}
