package org.millrace.bulk.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.group.GroupRecord;
import org.millrace.bulk.entity.role.RoleRecord;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.caller.InactiveCallerException;

class TypeRightsTest {
    private static final Chunk ROLES = chunk(new Entry.Readable(
            new RoleRecord(new Position(1), new RoleRepresentation("keeper", null, false), null, Set.of(), List.of()),
            10));

    private static final Chunk GROUPS = chunk(
            new Entry.Readable(new GroupRecord(new Position(1), new GroupRepresentation(), Set.of(), List.of()), 10));

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger lookUps = new AtomicInteger();
    private Set<Class<?>> granted = Set.of(RoleRecord.class);
    private final TypeRights rights = new TypeRights(this::lookUp, clock::get);

    private static Chunk chunk(Entry entry) {
        return new Chunk(List.of(entry), 7);
    }

    private Set<Class<?>> lookUp() {
        lookUps.incrementAndGet();
        return granted;
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void recordsOfAKindThatIsNotGrantedAreForbiddenAndKeepTheirPlace() throws ChunkFailedException {
        Chunk permitted = rights.permitted(ROLES);

        granted = Set.of();
        pass(Duration.ofSeconds(10));
        Chunk forbidden = rights.permitted(ROLES);

        assertThat(permitted).isEqualTo(ROLES);
        assertThat(forbidden.maxProblems()).isEqualTo(7);
        Entry.Unreadable entry = (Entry.Unreadable) forbidden.entries().get(0);
        assertThat(entry.position()).isEqualTo(new Position(1));
        assertThat(entry.key()).contains("keeper");
        assertThat(entry.problems()).extracting(Violation::code).containsExactly("forbidden");
    }

    private static List<String> codes(List<Outcome> outcomes) {
        return outcomes.stream()
                .flatMap(outcome -> ((Outcome.Rejected) outcome).problems().stream())
                .map(Violation::code)
                .toList();
    }

    @Test
    void recordsOfADirectImportAreRejectedWithoutTheWriterOnceTheRightIsLost() throws ChunkFailedException {
        granted = Set.of();

        List<Outcome> outcomes = rights.write(
                (chunk, commit) -> {
                    throw new AssertionError("the writer was called");
                },
                ROLES,
                ChunkCommit.NONE);

        assertThat(codes(outcomes)).containsExactly("forbidden");
    }

    @Test
    void recordsOfACallerWhoWasRemovedAreRejected() throws ChunkFailedException {
        List<Outcome> outcomes = rights.write(
                (chunk, commit) -> {
                    throw new InactiveCallerException("the caller was removed");
                },
                ROLES,
                ChunkCommit.NONE);

        assertThat(codes(outcomes)).containsExactly("forbidden");
    }

    @Test
    void oneKindSaysNothingOfAnother() throws ChunkFailedException {
        assertThat(rights.permitted(ROLES)).isEqualTo(ROLES);
        assertThat(rights.permitted(GROUPS).entries()).allMatch(Entry.Unreadable.class::isInstance);
    }

    @Test
    void rightsAreLookedUpEveryTenSeconds() throws ChunkFailedException {
        rights.permitted(ROLES);
        pass(Duration.ofSeconds(10).minusNanos(1));
        rights.permitted(GROUPS);
        int before = lookUps.get();

        pass(Duration.ofNanos(1));
        rights.permitted(ROLES);

        assertThat(before).isEqualTo(1);
        assertThat(lookUps).hasValue(2);
    }

    @Test
    void whatCannotBeReadNeedsNoRight() throws ChunkFailedException {
        Chunk unreadable = chunk(new Entry.Unreadable(
                new Position(1), Optional.empty(), List.of(Violation.of("not-json", null, "no JSON")), 10));

        assertThat(rights.permitted(unreadable)).isEqualTo(unreadable);
        assertThat(lookUps).hasValue(0);
    }

    @Test
    void databaseThatIsAwayIsAFailureOfTheChunk() {
        TypeRights broken = new TypeRights(
                () -> {
                    throw new IllegalStateException(new SQLException("connection reset", "08006"));
                },
                clock::get);

        assertThatThrownBy(() -> broken.permitted(ROLES))
                .isInstanceOfSatisfying(
                        ChunkFailedException.class,
                        failure -> assertThat(failure.fault()).isEqualTo(ChunkFailedException.Fault.UNREACHABLE));
    }
}
