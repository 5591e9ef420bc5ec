package org.millrace.advisor.rule.postgres;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
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

/** Reads go to the disk because the database keeps too little in memory. */
public final class BufferCacheSmall implements Rule {

    private static final Threshold HITS =
            new Threshold("blocks found in memory", 0.99, "ratio", "A working set that fits is found nearly always");

    private static final Threshold WAITS = new Threshold(
            "active sessions that read files",
            0.1,
            "ratio",
            "Below, the operating system's cache answers, and no request waits");

    private static final Threshold READS =
            new Threshold("blocks read in the window", 10_000, "blocks", "Fewer make no rate, and cost nothing");

    private static final double SHARE_OF_MEMORY = 0.25;

    private static final RuleCard CARD = new RuleCard(
            RuleId.BUFFER_CACHE_SMALL,
            "The buffer cache hit ratio is low",
            Lane.HYGIENE,
            "Blocks that are not in shared_buffers come from the operating system's cache, or from the disk. Sessions that "
                    + "wait for files show that it is the disk.",
            List.of(
                    PostgresSignals.BLOCKS_HIT,
                    PostgresSignals.BLOCKS_READ,
                    PostgresSignals.WAITING_FOR_DATA_FILE,
                    PostgresSignals.ACTIVE),
            List.of(HITS, WAITS, READS),
            List.of(
                    "https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-SHARED-BUFFERS",
                    "https://pgtune.leopard.in.ua/"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double read = window.increase(PostgresSignals.BLOCKS_READ);
        double all = read + window.increase(PostgresSignals.BLOCKS_HIT);
        double active = window.mean(PostgresSignals.ACTIVE);
        double waiting = window.mean(PostgresSignals.WAITING_FOR_DATA_FILE);
        boolean waits = active > 0 && waiting / active >= WAITS.in(context);
        return read < READS.in(context) || 1 - read / all >= HITS.in(context) || !waits
                ? Verdict.healthy()
                : finding(window, 1 - read / all, waiting / active);
    }

    private static Finding finding(Window window, double hits, double waits) {
        OptionalDouble memory = window.number(StatedSettings.DATABASE_MEMORY);
        Optional<Setting> buffers = window.settings().find(PostgresSettings.SHARED_BUFFERS);
        String now = buffers.map(setting -> PostgresSettings.bytes(setting))
                .filter(OptionalDouble::isPresent)
                .map(bytes -> " with " + Figures.bytes(bytes.getAsDouble()) + " of shared_buffers")
                .orElse("");
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("postgres.blocks.hit.ratio", hits, HITS),
                        Observation.of("postgres.sessions.waiting.for.data.file.share", waits, WAITS)),
                Figures.percent(1 - hits) + " of the blocks came from files" + now + ", and " + Figures.percent(waits)
                        + " of the active sessions were reading them. A quarter of the machine's memory is the usual size."
                        + (needsHugePages(window)
                                ? " With huge_pages=on the machine needs as many huge pages before the restart."
                                : ""),
                Confidence.MEDIUM,
                change(window, memory));
    }

    /** The server would not start again without enough of them. */
    private static boolean needsHugePages(Window window) {
        return window.settings()
                .find(PostgresSettings.named("huge_pages"))
                .filter(setting -> setting.is("on"))
                .isPresent();
    }

    private static @Nullable Change change(Window window, OptionalDouble memory) {
        double gigabyte = 1024.0 * 1024 * 1024;
        double wanted = memory.orElse(0) * SHARE_OF_MEMORY * gigabyte;
        return window.settings()
                .find(PostgresSettings.SHARED_BUFFERS)
                .filter(now -> wanted > PostgresSettings.bytes(now).orElse(Double.MAX_VALUE) && !needsHugePages(window))
                .flatMap(PostgresSettings::amount)
                .map(from -> new Step(Step.Kind.POSTGRES, "shared_buffers", from, (long) (wanted / 1024 / 1024) + "MB"))
                .map(step -> new Change(List.of(step), true, Change.Risk.MEDIUM))
                .orElse(null);
    }
}
