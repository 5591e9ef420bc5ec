package org.millrace.server.advisor.sampler;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.RequestSample;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.sampler.postgres.StatementActivity;

/** Adds up what the active requests of one sample do, by category. For one thread. */
final class RequestParts {

    private final StatementActivity statements;
    private final double starved;
    private final Map<Key, Sum> parts = new HashMap<>();

    /** @param starved the share, 0 to 1, of the time in which runnable threads have no processor because of other processes */
    RequestParts(StatementActivity statements, double starved) {
        this.statements = statements;
        this.starved = starved;
    }

    /** What requests had in common. */
    private record Key(TimeCategory category, RequestKind kind, String detail) {}

    private static final class Sum {
        private double requests;
        private double stalled;
    }

    /**
     * Adds requests that do the same.
     *
     * @param requests their number; a fraction if a request is shared out among several activities
     * @param stalled those of them whose thread has done nothing for a second
     */
    void add(RequestActivity activity, double requests, double stalled) {
        if (activity.category() == TimeCategory.DATABASE) {
            addStatements(activity, requests, stalled);
            return;
        }
        // Who waits for the permit to hash waits for those that hash, and these for a processor.
        double without = activity.runnable() || activity.category() == TimeCategory.HASHING ? starved : 0;
        addPart(activity.category(), activity, activity.detail(), requests, stalled, without);
    }

    /** Adds requests that wait for a request thread. */
    void addQueue(double requests) {
        if (requests > 0) {
            add(TimeCategory.REQUEST_THREAD, RequestKind.OTHER, "", requests, 0);
        }
    }

    /** In no order. */
    List<RequestSample.Part> list() {
        return parts.entrySet().stream()
                .map(part -> new RequestSample.Part(
                        part.getKey().category(),
                        part.getKey().kind(),
                        part.getKey().detail(),
                        part.getValue().requests,
                        part.getValue().stalled))
                .toList();
    }

    /** Threads in the database, shared out among what this server's sessions execute. */
    private void addStatements(RequestActivity activity, double requests, double stalled) {
        List<StatementActivity.Statement> running = statements.statements();
        double sessions =
                running.stream().mapToInt(StatementActivity.Statement::sessions).sum();
        // A database on this machine has to wait for the same processors.
        double without = statements.isLocal() ? starved : 0;
        if (sessions == 0) {
            addPart(TimeCategory.DATABASE, activity, "", requests, stalled, without);
            return;
        }
        for (StatementActivity.Statement statement : running) {
            double share = statement.sessions() / sessions;
            // One with a wait event waits for that, and would with any number of processors.
            double waits = statement.waitType() == null ? without : 0;
            addPart(statement.category(), activity, statement.detail(), requests * share, stalled * share, waits);
        }
    }

    /** @param without the share of the time in which there was no processor */
    private void addPart(
            TimeCategory category,
            RequestActivity activity,
            String detail,
            double requests,
            double stalled,
            double without) {
        if (without > 0) {
            add(TimeCategory.PROCESSOR, activity.kind(), "", requests * without, stalled * without);
        }
        if (without < 1) {
            add(category, activity.kind(), detail, requests * (1 - without), stalled * (1 - without));
        }
    }

    private void add(TimeCategory category, RequestKind kind, String detail, double requests, double stalled) {
        Sum sum = parts.computeIfAbsent(new Key(category, kind, detail), each -> new Sum());
        sum.requests += requests;
        sum.stalled += stalled;
    }
}
