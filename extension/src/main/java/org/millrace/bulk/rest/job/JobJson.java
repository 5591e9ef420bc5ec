package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.job.report.JobProgress;
import org.millrace.bulk.record.field.Violation;

/** Jobs as JSON documents. Of the caller they name the user name and id, and none of the claims. */
final class JobJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String realmName;
    private final ConcurrencyLimiter gate;
    private final Function<String, Optional<String>> schemaMismatch;

    /**
     * Documents of one realm.
     *
     * @param gate limiter of all chunks of this node
     * @param schemaMismatch why COPY is not used for an entity because of the schema
     */
    JobJson(String realmName, ConcurrencyLimiter gate, Function<String, Optional<String>> schemaMismatch) {
        this.realmName = realmName;
        this.gate = gate;
        this.schemaMismatch = schemaMismatch;
    }

    String document(JobProgress progress) {
        return node(progress).toString();
    }

    String list(List<JobProgress> progress) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        progress.forEach(each -> list.add(node(each)));
        return list.toString();
    }

    private ObjectNode node(JobProgress progress) {
        Job job = progress.job();
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("id", job.id())
                .put("entity", job.entity())
                .put("realm", realmName)
                .put("owner", job.owner())
                .put("ownerId", job.ownerId())
                .put("state", job.state().word());
        source(document.putObject("source"), job);
        document.set("options", options(job));
        counts(document.putObject("counts"), progress.totals());
        progress.problemsByCode().forEach(document.putObject("problemsByCode")::put);
        progress.warningsByCode().forEach(document.putObject("warningsByCode")::put);
        ArrayNode notImported = document.putArray("notImported");
        progress.notImported().forEach(notImported::add);
        for (Violation notice : progress.notices()) {
            document.withArray("notices").addObject().put("code", notice.code()).put("detail", notice.detail());
        }
        document.put("total", job.total());
        ObjectNode rates = document.putObject("recordsPerSecond").put("now", progress.rateNow());
        progress.rateOverall().ifPresentOrElse(rate -> rates.put("overall", rate), () -> rates.putNull("overall"));
        progress.etaSeconds()
                .ifPresentOrElse(seconds -> document.put("etaSeconds", seconds), () -> document.putNull("etaSeconds"));
        concurrency(document.putObject("concurrency"), JobOptions.read(job.options()));
        schemaMismatch
                .apply(job.entity())
                .ifPresent(reason ->
                        document.putObject("writer").put("name", "model").put("reason", reason));
        if (!progress.foreignKeyChecks().isEmpty()) {
            progress.foreignKeyChecks().forEach(document.putObject("foreignKeyChecks")::put);
        }
        if (progress.undoBytes() > 0) {
            document.putObject("undo").put("bytes", progress.undoBytes());
        }
        ArrayNode nodes = document.putArray("nodes");
        progress.nodes().forEach(nodes::add);
        document.put("attempts", job.attempts())
                .put("createdAt", time(job.createdAt()))
                .put("startedAt", time(job.startedAt()))
                .put("finishedAt", time(job.finishedAt()));
        if (job.problem() != null) {
            document.putObject("problem").put("code", job.problem()).put("detail", job.detail());
        }
        return document;
    }

    private static void source(ObjectNode source, Job job) {
        if (job.undoOf() != null) {
            source.put("type", "undo").put("job", job.undoOf());
        } else if (job.source() != null) {
            source.put("type", "work-queue").put("name", job.source());
        } else {
            source.put("type", "upload");
        }
    }

    private void concurrency(ObjectNode concurrency, JobOptions options) {
        if (options.writers() > 0 && options.writers() < gate.total()) {
            concurrency.put("limit", options.writers()).put("reason", "writers of the job");
        } else {
            concurrency.put("limit", gate.total()).put("reason", gate.reason());
        }
    }

    private static ObjectNode options(Job job) {
        try {
            return (ObjectNode) JSON.readTree(job.options());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the options of job " + job.id() + " are not JSON", e);
        }
    }

    private static void counts(ObjectNode counts, JobTotals totals) {
        counts.put("read", totals.read());
        for (OutcomeStatus status : OutcomeStatus.values()) {
            counts.put(status.word(), totals.of(status));
        }
        counts.put("warnings", totals.warnings());
    }

    private static @Nullable String time(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis).toString();
    }
}
