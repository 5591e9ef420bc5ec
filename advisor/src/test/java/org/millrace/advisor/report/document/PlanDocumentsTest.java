package org.millrace.advisor.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.ChangeSet;
import org.millrace.advisor.change.CommandLine;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.plan.Plan;
import org.millrace.advisor.report.Fixture;
import org.millrace.advisor.report.Reports;

class PlanDocumentsTest {

    private static final Step POOL = new Step(Step.Kind.OPTION, "db-pool-max-size", null, "20");
    private static final Step QUEUE = new Step(Step.Kind.OPTION, "http-max-queued-requests", "100", "1000");
    private static final Step WAL = new Step(Step.Kind.POSTGRES, "max_wal_size", "1GB", "16GB");

    @Test
    void planHasTheTextOfItsTargetAndWhatIsDoneElsewhere() {
        Plan plan = new Plan(
                "migration",
                new ChangeSet(List.of(POOL, QUEUE, WAL), Set.of(POOL, QUEUE)),
                Reports.AT.plusSeconds(86_400),
                List.of(
                        "Imports hold a connection for each writer.",
                        "KC-THR-002: Requests queue",
                        "Fewer checkpoints."),
                List.of("Take it back after the migration."));

        assertThat(PlanDocuments.write(plan, new CommandLine(), Reports.AT)).isEqualTo(Fixture.document("plan.json"));
    }

    @Test
    void planWithoutChanges() {
        Plan plan = new Plan("production", new ChangeSet(List.of(), Set.of()), null, List.of(), List.of());

        assertThat(PlanDocuments.write(plan, new CommandLine(), Reports.AT))
                .isEqualTo("{\"profile\":\"production\",\"target\":\"cli\",\"generatedAt\":\"2026-01-01T00:00:00Z\","
                        + "\"expires\":null,\"restart\":false,\"apply\":{\"text\":\"\",\"steps\":[]},"
                        + "\"revert\":{\"text\":\"\",\"steps\":[]},\"elsewhere\":[],\"reasons\":[],\"notes\":[]}");
    }
}
