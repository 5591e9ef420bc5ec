package org.millrace.bulk.rest.run;

import org.keycloak.models.KeycloakSessionFactory;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.part.JobDeletion;
import org.millrace.bulk.job.part.PartStore;
import org.millrace.bulk.job.part.PartTotals;
import org.millrace.bulk.job.report.JobOutcomes;
import org.millrace.bulk.job.report.JobReports;
import org.millrace.bulk.job.run.JobLifecycle;
import org.millrace.bulk.job.run.JobRunner;
import org.millrace.bulk.job.run.JobSettings;
import org.millrace.bulk.job.undo.UndoJobs;
import org.millrace.server.Database;
import org.millrace.server.NodeName;

/** What keeps jobs and works on them, one of each on a node. */
public record Jobs(
        JobStore store,
        JobLifecycle life,
        JobDeletion deletion,
        PartStore parts,
        PartTotals partTotals,
        UndoJobs undo,
        JobReports reports,
        JobOutcomes outcomes,
        JobRunner runner) {
    static Jobs of(BulkImport bulkImport, JobSettings settings, Database database, KeycloakSessionFactory sessions) {
        JobDatabase tables = new JobDatabase(database);
        JobStore store = new JobStore(tables);
        JobDeletion deletion = new JobDeletion(tables);
        JobRunner runner = new JobRunner(
                settings,
                bulkImport.queues(),
                tables,
                store,
                deletion,
                new EntityJobWriting(bulkImport),
                bulkImport.transactions(),
                bulkImport.gate(),
                bulkImport.settings().outage(),
                NodeName.of(sessions));
        return new Jobs(
                store,
                new JobLifecycle(tables),
                deletion,
                new PartStore(tables, deletion),
                new PartTotals(tables),
                new UndoJobs(tables, store, settings.undo()),
                new JobReports(tables),
                new JobOutcomes(tables, job -> bulkImport.parsers().ofJob(job)),
                runner);
    }
}
