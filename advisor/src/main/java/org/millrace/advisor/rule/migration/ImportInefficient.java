package org.millrace.advisor.rule.migration;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** A bulk load takes more requests or more processor time than it needs. */
public final class ImportInefficient implements Rule {

    private static final Threshold USERS_LOADED =
            new Threshold("new users in the window", 1000, "users", "Of fewer it matters little how they come");

    private static final Threshold REQUESTS = new Threshold(
            "administrative writes by new users",
            2,
            "ratio",
            "One call can bring a user with its credentials and groups; each more is another transaction");

    private static final Threshold BULK =
            new Threshold("new users a second", 100, "rows per second", "No registration form brings as many");

    private static final Threshold SINGLE = new Threshold(
            "administrative writes by new users, of a bulk load",
            0.5,
            "ratio",
            "A call of one or two users is a transaction for these: the bulk import writes thousands in one, and was measured at 27 "
                    + "times the rate");

    private static final Threshold SLICE =
            new Threshold("seconds of the busiest stretch", 60, "seconds", "A load of one minute is no manual test");

    private static final Threshold HASHING = new Threshold(
            "hashing by busy threads",
            0.3,
            "ratio",
            "A third of the work then repeats the hashing of the source: 67 ms per user, 370 core hours for 20 million");

    private static final TableSignals USERS = new TableSignals("user_entity");

    private static final RuleCard CARD = new RuleCard(
            RuleId.IMPORT_INEFFICIENT,
            "Bulk load uses inefficient API calls",
            Lane.HYGIENE,
            "Users created by one call each, perhaps with further calls for roles and groups, and passwords hashed by the server, each cost "
                    + "more than the written rows.",
            List.of(HttpSignals.ADMIN_WRITES, HttpSignals.REQUESTS, PostgresSignals.LIVE_TUPLES),
            List.of(USERS_LOADED, REQUESTS, BULK, SINGLE, SLICE, HASHING),
            List.of("https://www.keycloak.org/server/importExport"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double users = window.increaseIfKnown(USERS.inserts()).orElse(0);
        double writes = window.increase(HttpSignals.ADMIN_WRITES);
        double hashing = hashingShare(window);
        // Users who change their passwords cause hashing too.
        boolean byCalls = writes >= window.increase(HttpSignals.REQUESTS) / 2;
        boolean hashes = byCalls && hashing >= HASHING.in(context);
        double ofAll = writes * nodes(window);
        boolean several = ofAll > REQUESTS.in(context) * users;
        boolean single = !several && byCalls && isSingle(context, ofAll / users);
        boolean calls = several || single;
        return users < USERS_LOADED.in(context) || !hashes && !calls
                ? Verdict.healthy()
                : finding(users, ofAll, hashing, calls, hashes, single ? SINGLE : REQUESTS);
    }

    /** Whether a bulk load brings one or two users in a call. */
    private static boolean isSingle(RuleContext context, double callsByUser) {
        Window window = context.window();
        double rate =
                window.highestRate(USERS.inserts(), SLICE.duration(context)).orElse(0);
        return rate >= BULK.in(context) && callsByUser >= SINGLE.in(context);
    }

    /**
     * Factor from this node's calls to those of all nodes, because the database counts the users of all nodes. A load balancer
     * distributes calls, but may keep all calls of a connection on one node: by the published request rates, the factor is at
     * least this.
     */
    private static double nodes(Window window) {
        double nodes = Math.max(1, window.latestIfKnown(ClusterSignals.SIZE).orElse(1));
        double busiest = window.meanIfKnown(ClusterSignals.BUSIEST_REQUESTS).orElse(0);
        double even =
                busiest > 0 ? window.meanIfKnown(ClusterSignals.MEAN_REQUESTS).orElse(busiest) / busiest : 1;
        return Math.max(1, nodes * even);
    }

    /** Share of the request threads' time spent on hashing; 0 without load or if unknown. */
    private static double hashingShare(Window window) {
        double busy = window.meanIfKnown(ThreadSignals.BUSY).orElse(0);
        return busy > 0 ? window.meanIfKnown(ThreadSignals.HASHING).orElse(0) / busy : 0;
    }

    /** @param byUser the threshold for calls by new users */
    private static Finding finding(
            double users, double writes, double hashing, boolean calls, boolean hashes, Threshold byUser) {
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("http.server.admin.writes.by.new.users", writes / users, byUser));
        observed.add(Observation.of("request.threads.hashing.by.busy", hashing, HASHING));
        observed.add(Observation.of("postgres.table.user_entity.inserts.increase", users, USERS_LOADED));
        return new Finding(
                Severity.WARNING,
                observed,
                Figures.number(users) + " users came by " + Figures.number(writes) + " calls. "
                        + (calls
                                ? "Send each with its credentials, roles and groups in one record, and thousands of records in a call. "
                                : "")
                        + (hashes
                                ? Figures.percent(hashing)
                                        + " of the work is to hash their passwords: send the hashes of the source "
                                        + "system; Keycloak rehashes them at the next login. "
                                : "")
                        + "The bulk import takes both, and reports an outcome for each record.",
                Confidence.MEDIUM,
                null);
    }
}
