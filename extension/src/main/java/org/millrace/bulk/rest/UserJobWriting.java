package org.millrace.bulk.rest;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.format.UserJsonParser;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.job.JobWriting;
import org.millrace.bulk.writer.Federation;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.model.UserListener;
import org.millrace.server.Caller;

/** Writes users of jobs as the direct import writes them. Safe for any thread. */
final class UserJobWriting implements JobWriting {
    private static final Logger LOG = Logger.getLogger(UserJobWriting.class);

    private final BulkImport bulkImport;
    private final UserJsonParser parser;

    UserJobWriting(BulkImport bulkImport, UserJsonParser parser) {
        this.bulkImport = bulkImport;
        this.parser = parser;
    }

    @Override
    public Opened open(Job job, JobOptions options, Caller caller) throws SQLException {
        ImportScope scope = new ImportScope(job.realmId(), caller, options.onConflict(), options.validation());
        boolean federated =
                bulkImport.transactions().inRealm(job.realmId(), (session, realm) -> Federation.isUsedBy(realm));
        BulkImport.UserWriting writing =
                bulkImport.userWriting(scope, federated, options.dryRun(), listener(options, caller));
        return new Opened(bulkImport.meters().metered(job.entity(), writing.writer()), parser, writing.oneByOne());
    }

    private static Optional<UserListener> listener(JobOptions options, Caller caller) {
        return options.events() == JobOptions.Events.EACH
                ? Optional.of(new UserAdminEvents(
                        session -> caller.events(session, session.getContext().getRealm())))
                : Optional.empty();
    }

    @Override
    public void ending(KeycloakSession session, RealmModel realm, Job job, JobOptions options, JobTotals totals) {
        if (options.dryRun() || options.events() != JobOptions.Events.SUMMARY) {
            return;
        }
        Caller caller = Caller.of(job.caller());
        if (!caller.isActive(session)) {
            // Nobody is left in whose name the event could be; the log has the figures.
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
    public void ended(Job job, JobOptions options, JobTotals totals) {
        if (!options.dryRun()) {
            bulkImport.meters().ended(job.entity(), totals);
        }
        LOG.infof(
                "Job %s of %s has ended%s: %d read, %d created, %d updated, %d unchanged, %d rejected, %d failed, %d unprocessed",
                job.id(),
                job.entity(),
                options.dryRun() ? " its dry run" : "",
                totals.read(),
                totals.created(),
                totals.updated(),
                totals.unchanged(),
                totals.rejected(),
                totals.failed(),
                totals.unprocessed());
    }
}
