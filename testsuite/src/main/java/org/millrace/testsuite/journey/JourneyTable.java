package org.millrace.testsuite.journey;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.millrace.testsuite.bench.measurement.Machine;
import org.millrace.testsuite.server.process.HarnessSettings;

/** The figures of a run as Markdown: a table, a chart, and what was measured on. */
record JourneyTable(JourneyOptions options, Machine machine, List<Phase> phases, double job) {
    private static final int CHART_WIDTH = 50;

    String markdown() {
        StringBuilder out = new StringBuilder();
        out.append(format(
                """
                Measured on %s. Machine: %s. Keycloak %s, %s. PostgreSQL %s.

                The installation at the start: %s. The realm has %,d users, and the index `idx_user_email` is missing.

                | Phase | Change | Principal during `POST /users` | Records/s | Gain | Principal during the import | Records/s | Gain | Advisor |
                |---:|---|---|---:|---:|---|---:|---:|---:|
                """,
                LocalDate.now(ZoneOffset.UTC),
                machine.hardware(),
                HarnessSettings.get("millrace.keycloak.version"),
                machine.java(),
                machine.postgres().split(",", 2)[0],
                Installation.description(),
                options.users()));
        phases.forEach(phase -> out.append(row(phase)));
        out.append(format(
                "\nThe same records as a job with default settings, after the last phase: **%,.0f** records/s, **%.1f** times the rate of"
                        + " `POST /users` in the first phase, %.1f times that in the last one.\n\n",
                job, job / first(), job / phases.get(phases.size() - 1).perSecond(Way.POST_USERS)));
        out.append("```text\n");
        for (Way way : Way.values()) {
            phases.forEach(phase -> out.append(
                    bar("phase " + phase.number() + " " + way.label().replace("`", ""), phase.perSecond(way))));
        }
        out.append(bar("job", job));
        out.append("```\n\n");
        out.append("Findings above `info` in each phase, during `POST /users` and during the import:\n\n");
        phases.forEach(phase -> out.append(format(
                "- %d: %s; %s\n",
                phase.number(),
                phase.load(Way.POST_USERS).advice().rules(),
                phase.load(Way.BULK_IMPORT).advice().rules())));
        long failed = phases.stream()
                .flatMap(phase -> phase.loads().values().stream())
                .mapToLong(load -> load.rate().failed())
                .sum();
        out.append(format("\nRequests without a success: %,d.\n", failed));
        return out.toString();
    }

    private String row(Phase phase) {
        Phase.Load posts = phase.load(Way.POST_USERS);
        Phase.Load imports = phase.load(Way.BULK_IMPORT);
        return format(
                "| %d | %s | %s | **%,.0f** | %s | %s | **%,.0f** | %s | %.2f %% |\n",
                phase.number(),
                phase.applied() == null ? "none: as found" : phase.applied().rule() + ": " + steps(phase.applied()),
                posts.advice().principalText(),
                posts.rate().perSecond(),
                gain(phase, Way.POST_USERS),
                imports.advice().principalText(),
                imports.rate().perSecond(),
                gain(phase, Way.BULK_IMPORT),
                100 * Math.max(posts.advisorCores(), imports.advisorCores()));
    }

    /** For people: all steps of a finding's change. */
    static String steps(Advice.Finding finding) {
        return finding.steps().stream().map(step -> "`" + step.text() + "`").collect(Collectors.joining(", "));
    }

    /** Of the phase before. */
    private String gain(Phase phase, Way way) {
        if (phase.number() == 1) {
            return "";
        }
        double before = phases.get(phase.number() - 2).perSecond(way);
        return format("%+.0f %%", 100 * (phase.perSecond(way) / before - 1));
    }

    private double first() {
        return phases.get(0).perSecond(Way.POST_USERS);
    }

    private String bar(String label, double value) {
        double most = Math.max(job, greatest());
        int width = (int) Math.max(1, Math.round(CHART_WIDTH * value / most));
        return format("%-36s %s %,.0f\n", label, "#".repeat(width), value);
    }

    private double greatest() {
        return phases.stream()
                .flatMap(phase -> phase.loads().values().stream())
                .mapToDouble(load -> load.rate().perSecond())
                .max()
                .orElse(1);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
