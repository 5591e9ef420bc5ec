package org.millrace.advisor.rule.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ImportInefficientTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new ImportInefficient();
    }

    @Override
    protected Windows firing() {
        return loading(99, 199);
    }

    @Override
    protected Windows quiet() {
        return loading(99, 198);
    }

    private static Windows loading(double users, double calls) {
        return Windows.of(60)
                .with(PostgresSignals.LIVE_TUPLES, 1e6)
                .with(USERS.inserts(), 0, users)
                .with(HttpSignals.ADMIN_WRITES, 0, calls)
                .with(HttpSignals.REQUESTS, 0, calls);
    }

    @Test
    void roleCallsOfTheirOwnAreNamed() {
        assertThat(finding().why()).contains("5940 users came by 11940 calls");
    }

    /** The article sent hashes; who sends passwords has them hashed one by one. */
    @Test
    void hashingOfWhatTheSourceHasHashedIsNamed() {
        Windows hashing = quiet().with(ThreadSignals.BUSY, 10).with(ThreadSignals.HASHING, 3);

        assertThat(finding(hashing).why()).contains("send the hashes of the source system");
        assertQuiet(hashing.with(ThreadSignals.HASHING, 2.9));
    }

    @Test
    void loginsHashToo() {
        assertQuiet(quiet().with(ThreadSignals.BUSY, 10)
                .with(ThreadSignals.HASHING, 9)
                .with(HttpSignals.REQUESTS, 0, 397));
    }

    @Test
    void fewUsersAreNoMigration() {
        assertQuiet(loading(16, 201));
    }

    @Test
    void oneCallForEachUserOfABulkLoadIsNamed() {
        assertThat(finding(loading(100, 100)).why())
                .contains("6000 users came by 6000 calls", "thousands of records in a call");
        assertQuiet(loading(100, 49));
    }

    @Test
    void administratorsWhoCreateUsersBetweenLoginsLoadNothing() {
        assertQuiet(loading(100, 100).with(HttpSignals.REQUESTS, 0, 201));
    }

    @Test
    void bulkImportNeedsHardlyACall() {
        assertQuiet(loading(10_000, 1));
    }

    /** The users are those of all nodes, and the calls those of one. */
    @Test
    void callsOfTheOtherNodesCountToo() {
        assertThat(finding(loading(99, 50).with(ClusterSignals.SIZE, 4)).why())
                .contains("5940 users came by 12000 calls");
        assertQuiet(loading(99, 49).with(ClusterSignals.SIZE, 4));
    }

    @Test
    void callsThatAllGoToOneNodeAreAllThereAre() {
        Windows uneven = loading(99, 51)
                .with(ClusterSignals.SIZE, 4)
                .with(ClusterSignals.MEAN_REQUESTS, 13)
                .with(ClusterSignals.BUSIEST_REQUESTS, 52);

        assertQuiet(uneven);
        assertThat(finding(uneven.with(ClusterSignals.BUSIEST_REQUESTS, 13)).why())
                .contains("12240 calls");
    }
}
