package org.millrace.advisor.loadtest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.analysis.Figures;

/** What several runs say together, in the order they were made. */
public record Series(List<Remark> remarks, Optional<Double> kneeCpu, Optional<ScalabilityCurve> curve) {

    /** Latency factor from which on nodes count as overloaded. */
    private static final double SLOWER = 2;

    private static final double FAILING = 0.01;

    /** A node takes minutes until it helps. */
    private static final double BEFORE_THE_KNEE = 0.8;

    /** @param rule whose subject it is */
    public record Remark(String rule, String title, String why) {}

    /** Properties that only the combination of a test's runs shows. */
    public static Series of(List<Run> runs) {
        List<Remark> remarks = new ArrayList<>();
        Optional<Double> knee = knee(runs);
        knee.ifPresent(cpu -> remarks.add(new Remark(
                RuleId.SCALE_OUT_LATE,
                "Nodes are overloaded at " + Figures.percent(cpu) + " of their processors",
                "Requests took twice as long as in the easiest run, or failed, from " + Figures.percent(cpu)
                        + " on. Add nodes at " + Figures.percent(BEFORE_THE_KNEE * cpu) + " at the latest.")));
        scaleIn(runs).ifPresent(remarks::add);
        retries(runs).ifPresent(remarks::add);
        Map<Double, Double> throughput = new TreeMap<>();
        runs.forEach(run -> run.get(RunFigure.VIRTUAL_USERS)
                .ifPresent(users -> run.get(RunFigure.THROUGHPUT).ifPresent(rate -> throughput.put(users, rate))));
        throughput.values().removeIf(rate -> rate <= 0);
        throughput.keySet().removeIf(users -> users < 1);
        return new Series(List.copyOf(remarks), knee, ScalabilityCurve.fit(throughput));
    }

    /** The least use of processors at which a run was much slower than the easiest one, or failed. */
    private static Optional<Double> knee(List<Run> runs) {
        List<Run> steps = runs.stream()
                .filter(run -> run.get(RunFigure.SERVER_CPU).isPresent()
                        && run.get(RunFigure.RESPONSE_SECONDS).isPresent())
                .sorted(Comparator.comparing(
                        run -> run.get(RunFigure.SERVER_CPU).orElse(0)))
                .toList();
        if (steps.size() < 3) {
            return Optional.empty();
        }
        double easiest = steps.get(0).get(RunFigure.RESPONSE_SECONDS).orElse(0);
        return steps.stream()
                .skip(1)
                .filter(run -> run.get(RunFigure.RESPONSE_SECONDS).orElse(0) >= SLOWER * easiest
                        || run.get(RunFigure.SERVER_ERRORS).orElse(0) >= FAILING)
                .findFirst()
                .map(run -> run.get(RunFigure.SERVER_CPU).orElse(0));
    }

    /** Fewer nodes, no more load, and twice as slow. */
    private static Optional<Remark> scaleIn(List<Run> runs) {
        for (int i = 1; i < runs.size(); i++) {
            Run before = runs.get(i - 1);
            Run after = runs.get(i);
            double gone = before.get(RunFigure.NODES).orElse(0)
                    - after.get(RunFigure.NODES).orElse(Double.MAX_VALUE);
            boolean slower = after.get(RunFigure.RESPONSE_SECONDS).orElse(0)
                    >= SLOWER * before.get(RunFigure.RESPONSE_SECONDS).orElse(Double.MAX_VALUE);
            boolean more = after.get(RunFigure.THROUGHPUT).orElse(0)
                    > before.get(RunFigure.THROUGHPUT).orElse(Double.MAX_VALUE);
            if (gone > 0 && slower && !more) {
                return Optional.of(scaleIn(before, after, gone));
            }
        }
        return Optional.empty();
    }

    private static Remark scaleIn(Run before, Run after, double gone) {
        double seconds = after.get(RunFigure.RESPONSE_SECONDS).orElse(0);
        boolean idle = after.get(RunFigure.SERVER_CPU).orElse(1)
                < before.get(RunFigure.SERVER_CPU).orElse(0);
        return new Remark(
                RuleId.SCALE_IN_HARMFUL,
                "Scale-in makes requests slow",
                Figures.count(gone, "node") + " went between \"" + before.name() + "\" and \"" + after.name()
                        + "\", and requests took " + Figures.number(seconds * 1000) + " ms, "
                        + Figures.number(
                                seconds / before.get(RunFigure.RESPONSE_SECONDS).orElse(1)) + " times as long, with no "
                        + "more load" + (idle ? " and idle processors" : "")
                        + ". Take away one at a time, ten minutes apart, or "
                        + "all at the end of the day.");
    }

    /** Ever more is attempted, and ever less succeeds. */
    private static Optional<Remark> retries(List<Run> runs) {
        for (int i = 1; i < runs.size(); i++) {
            double attempts = runs.get(i).get(RunFigure.ATTEMPTS).orElse(0)
                    - runs.get(i - 1).get(RunFigure.ATTEMPTS).orElse(Double.MAX_VALUE);
            double successes = runs.get(i).get(RunFigure.SUCCESSES).orElse(Double.MAX_VALUE)
                    - runs.get(i - 1).get(RunFigure.SUCCESSES).orElse(0);
            if (attempts > 0 && successes < 0) {
                return Optional.of(new Remark(
                        RuleId.RETRIES_RUN_AWAY,
                        "Retries drive the load instead of users",
                        "From \"" + runs.get(i).name()
                                + "\" on more logins were attempted and fewer succeeded: what was "
                                + "measured after that is the generator's patience."));
            }
        }
        return Optional.empty();
    }
}
