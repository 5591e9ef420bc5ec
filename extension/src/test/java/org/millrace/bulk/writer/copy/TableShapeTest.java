package org.millrace.bulk.writer.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.server.KeycloakRelease;
import org.millrace.server.TableCatalog.Table;

class TableShapeTest {
    private static final KeycloakRelease OLD = new KeycloakRelease(26, 4);
    private static final KeycloakRelease NEW = new KeycloakRelease(26, 7);
    private static final TableShape SHAPE = TableShape.of("user_entity", "id", "username", "last_modified_timestamp")
            .columnsSince(26, 6, "last_modified_timestamp");

    private static Table table(Map<String, Boolean> columns, String... obstacles) {
        return new Table(columns, List.of(obstacles));
    }

    @Test
    void tableWithTheColumnsThatAreFilledMatches() {
        Table stored = table(Map.of("id", true, "username", false, "last_modified_timestamp", false, "extra", false));

        assertThat(SHAPE.mismatch(stored, NEW)).isEmpty();
    }

    @Test
    void columnThatAnOldReleaseLacksIsLeftOutThere() {
        Table stored = table(Map.of("id", true, "username", false));

        assertThat(SHAPE.mismatch(stored, OLD)).isEmpty();
        assertThat(SHAPE.fills("last_modified_timestamp", stored)).isFalse();
        assertThat(SHAPE.fills("id", stored)).isTrue();
        assertThat(SHAPE.mismatch(stored, NEW)).hasValue("table user_entity has no column last_modified_timestamp");
    }

    @Test
    void missingColumnIsAMismatch() {
        assertThat(SHAPE.mismatch(table(Map.of("id", true)), OLD)).hasValue("table user_entity has no column username");
    }

    @Test
    void requiredColumnThatIsNotFilledIsAMismatch() {
        assertThat(SHAPE.mismatch(table(Map.of("id", true, "username", false, "tenant", true)), OLD))
                .hasValue(
                        "column tenant of table user_entity is NOT NULL without a default, and COPY does not fill it");
    }

    @Test
    void triggerIsAMismatch() {
        assertThat(SHAPE.mismatch(table(Map.of("id", true, "username", false), "has the trigger audit"), OLD))
                .hasValue("table user_entity has the trigger audit");
    }

    @Test
    void missingTableIsAMismatchUnlessTheReleaseLacksIt() {
        assertThat(SHAPE.mismatch(table(Map.of()), NEW)).hasValue("table user_entity does not exist");
        assertThat(SHAPE.tableSince(26, 7).mismatch(table(Map.of()), OLD)).isEmpty();
        assertThat(SHAPE.tableSince(26, 7).mismatch(table(Map.of()), NEW)).isPresent();
    }
}
