package org.millrace.bulk.rest.run;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.entity.EntityWriting;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.job.run.JobWriting;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.registry.UndoWriting;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.model.NewIds;
import org.millrace.server.Federation;
import org.millrace.server.caller.Caller;

/** Writes records of jobs as the direct import writes them. Safe for any thread. */
public final class EntityJobWriting implements JobWriting {
    private static final Logger LOG = Logger.getLogger(EntityJobWriting.class);

    private final BulkImport bulkImport;

    EntityJobWriting(BulkImport bulkImport) {
        this.bulkImport = bulkImport;
    }

    @Override
    public Opened open(Job job, JobOptions options, Caller caller) throws SQLException {
        boolean federated =
                bulkImport.transactions().inRealm(job.realmId(), (session, realm) -> Federation.isUsedBy(realm));
        boolean isUndo = job.undoOf() != null;
        ImportScope scope = (isUndo
                        ? new ImportScope(job.realmId(), caller, OnConflict.REPLACE, Validation.OFF)
                        : bulkImport.scope(job.realmId(), caller, options))
                // Random, and the same on every node.
                .with(
                        options.newIds()
                                ? IdMapping.seeded(
                                        job.id(), Objects.requireNonNullElse(job.startedAt(), job.createdAt()))
                                : IdMapping.KEEP);
        WritingRequest request = bulkImport.request(scope, federated, options.dryRun(), events(level(options), caller));
        Consumer<List<Outcome>> committed = outcomes -> {
            if (!options.dryRun()) {
                outcomes.forEach(outcome -> bulkImport.meters().count(job.entity(), outcome));
            }
        };
        EntityWriting writing = isUndo
                ? UndoWriting.of(job.entity(), request, bulkImport.settings().recordLimits())
                : EntityTypes.required(job.entity()).writing(request);
        return new Opened(
                bulkImport.meters().metered(job.entity(), NewIds.before(writing.writer(), scope.ids())),
                bulkImport.parsers().ofJob(job),
                writing.oneByOne(),
                committed,
                !isUndo && !options.dryRun() && !bulkImport.jobSettings().undo().isZero(),
                EntityTypes::wordOf,
                writing::close);
    }

    /** Begins events on behalf of the caller who started the job, if each record has an event. */
    public static Optional<Function<KeycloakSession, AdminEventBuilder>> events(AdminEventLevel level, Caller caller) {
        return level == AdminEventLevel.EACH
                ? Optional.of(
                        session -> caller.events(session, session.getContext().getRealm()))
                : Optional.empty();
    }

    private AdminEventLevel level(JobOptions options) {
        return options.events().atLeast(bulkImport.settings().minEvents());
    }

    @Override
    public void ending(KeycloakSession session, RealmModel realm, Job job, JobOptions options, JobTotals totals) {
        if (options.dryRun() || level(options) != AdminEventLevel.SUMMARY) {
            return;
        }
        Caller caller = Caller.of(job.caller());
        if (!caller.isActive(session)) {
            // No caller remains for the event; the log has the counts.
            return;
        }
        Map<String, Object> summary = StreamedImport.summary(totals);
        summary.put("job", job.id());
        caller.events(session, realm)
                .operation(OperationType.ACTION)
                .resource(StreamedImport.RESOURCE_TYPE)
                .resourcePath("bulk-import", "jobs", job.id())
                .representation(summary)
                .success();
    }

    @Override
    public void ended(Job job, JobOptions options, JobTotals totals, long unprocessed) {
        if (!options.dryRun()) {
            bulkImport.meters().count(job.entity(), OutcomeStatus.UNPROCESSED, unprocessed);
        }
        LOG.infof(
                "Job %s of %s by %s has ended%s: %d read, %d created, %d updated, %d deleted, %d unchanged, %d rejected, %d failed, %d unprocessed",
                job.id(),
                job.entity(),
                Caller.of(job.caller()).description(),
                options.dryRun() ? " its dry run" : "",
                totals.read(),
                totals.created(),
                totals.updated(),
                totals.deleted(),
                totals.unchanged(),
                totals.rejected(),
                totals.failed(),
                totals.unprocessed());
    }
}
