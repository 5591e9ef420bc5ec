package org.millrace.bulk.writer.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.server.KeycloakRelease;
import org.millrace.server.TableCatalog.Column;
import org.millrace.server.TableCatalog.Constraint;
import org.millrace.server.TableCatalog.Table;

class TableShapeTest {
    private static final KeycloakRelease OLD = new KeycloakRelease(26, 4);
    private static final KeycloakRelease NEW = new KeycloakRelease(26, 7);
    private static final TableShape SHAPE = TableShape.of("user_entity", "id", "username", "last_modified_timestamp")
            .numbers("last_modified_timestamp")
            .columnsSince(26, 6, "last_modified_timestamp")
            .unique("username", "id")
            .reference("username", "names");

    /** @param required whether a row needs a value of a column */
    private static Table table(Map<String, Boolean> required, String... obstacles) {
        Map<String, Column> columns = required.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        column -> column.getKey().equals("last_modified_timestamp")
                                ? new Column(column.getValue(), "N", "bigint")
                                : new Column(column.getValue(), "S", "character varying(255)")));
        return new Table(columns, List.of(), List.of(obstacles));
    }

    private static Table table(Constraint... constraints) {
        Table plain = table(Map.of("id", true, "username", false, "tenant", false));
        return new Table(plain.columns(), List.of(constraints), List.of());
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
    void otherTypeIsAMismatch() {
        Map<String, Column> columns =
                Map.of("id", new Column(true, "S", "text"), "username", new Column(false, "d", "login_name"));

        assertThat(SHAPE.mismatch(new Table(columns, List.of(), List.of()), OLD))
                .hasValue("column username of table user_entity has the type login_name");
    }

    @Test
    void constraintsOfKeycloakAreNoMismatch() {
        assertThat(SHAPE.mismatch(
                        table(
                                new Constraint("a", "UNIQUE", Set.of("id", "username")),
                                new Constraint("b", "REFERENCES names", Set.of("username")),
                                new Constraint("c", "CHECK", Set.of("tenant"))),
                        OLD))
                .isEmpty();
    }

    @Test
    void otherConstraintOfAWrittenColumnIsAMismatch() {
        assertThat(List.of(
                        new Constraint("c", "CHECK", Set.of("id", "username")),
                        new Constraint("c", "CHECK", Set.of()),
                        new Constraint("c", "UNIQUE", Set.of("username", "tenant")),
                        new Constraint("c", "UNIQUE EXPRESSION", Set.of("id", "username")),
                        new Constraint("c", "REFERENCES others", Set.of("username"))))
                .allSatisfy(constraint -> assertThat(SHAPE.mismatch(table(constraint), OLD))
                        .hasValue("table user_entity has the constraint c, which Keycloak does not create"));
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
