package org.millrace.advisor.rule.postgres.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class StatementReadsTooMuchTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new StatementReadsTooMuch();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .with(TimeSignals.STATEMENT_SESSIONS, 1.8)
                .with(TimeSignals.STATEMENT_ROWS_READ, 2_000_000)
                .with(TimeSignals.STATEMENT_ROWS_PER_CALL, 600_000)
                .with(TimeSignals.STATEMENT_ROWS_RETURNED, 20)
                .with(StatementFacts.TABLE, "user_entity")
                .with(StatementFacts.TOP, "select ... from USER_ENTITY u where u.USERNAME like $1 escape ?");
    }

    @Override
    protected Windows quiet() {
        return firing().with(TimeSignals.STATEMENT_ROWS_PER_CALL, 19_000);
    }

    @Test
    void statementAndIndexAreNamed() {
        assertThat(finding().why())
                .contains("600,000 rows of table user_entity for each call and returns 20", "gin_trgm_ops", "like $1");
    }

    @Test
    void eventsAreToExpireAndAnIndexOnTheFilteredColumnsIsNamed() {
        assertThat(finding(firing().without(StatementFacts.TABLE)
                                .without(StatementFacts.TOP)
                                .with(StatementFacts.TABLE, "event_entity")
                                .with(
                                        StatementFacts.TOP,
                                        "select ... from EVENT_ENTITY e where e.REALM_ID=$1 and e.CLIENT_ID=$2 order by "
                                                + "e.EVENT_TIME desc fetch first $3 rows only"))
                        .why())
                .contains(
                        "Set an expiration of events",
                        "CREATE INDEX CONCURRENTLY ON event_entity (realm_id, client_id)");
    }

    @Test
    void indexThatIsThereIsNotProposed() {
        assertThat(finding(firing().with(StatementFacts.TRIGRAM_INDEXES, "group_entity, user_entity"))
                        .why())
                .doesNotContain("CREATE INDEX");
    }

    @Test
    void exportThatReturnsWhatItReadsIsNoWaste() {
        assertQuiet(firing().with(TimeSignals.STATEMENT_ROWS_RETURNED, 600_000));
    }

    @Test
    void tableThatLacksAnIndexOfKeycloaksIsLeftToTheRuleAboutThese() {
        assertQuiet(firing().with(PostgresSettings.MISSING_INDEXES, "idx_user_email ON user_entity (email)"));
    }
}
