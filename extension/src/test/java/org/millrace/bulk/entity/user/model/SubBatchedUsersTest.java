package org.millrace.bulk.entity.user.model;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.keycloak.component.ComponentModel;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Position;

class SubBatchedUsersTest {
    private final List<Integer> sizes = new ArrayList<>();
    private int flushes;

    /** A session that only flushes, as in a realm with user federation. */
    private KeycloakSession session() {
        EntityManager manager = fake(EntityManager.class, "flush", () -> {
            flushes++;
            return null;
        });
        JpaConnectionProvider connections = fake(JpaConnectionProvider.class, "getEntityManager", () -> manager);
        return fake(KeycloakSession.class, "getProvider", () -> connections);
    }

    /** What a method of a fake returns. */
    @FunctionalInterface
    private interface Result {
        @Nullable
        Object get();
    }

    /** All other methods return null. */
    private static <T> T fake(Class<T> type, String method, Result result) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, called, arguments) -> called.getName().equals(method) ? result.get() : null));
    }

    private static Entry unreadable(int line) {
        return new Entry.Unreadable(new Position(line), Optional.empty(), List.of(), 1);
    }

    private List<Outcome> write(int size, long maxProblems) {
        List<Entry> entries = IntStream.rangeClosed(1, size)
                .mapToObj(SubBatchedUsersTest::unreadable)
                .toList();
        RealmModel realm = fake(RealmModel.class, "getComponentsStream", () -> Stream.of(new ComponentModel()));
        SubBatchedUsers users = new SubBatchedUsers((chunk, session, unused) -> {
            sizes.add(chunk.size());
            return Outcomes.ofEach(chunk, item -> {
                throw new IllegalStateException("no entry is readable");
            });
        });
        return users.write(new Chunk(entries, maxProblems), session(), realm);
    }

    @Test
    void allEntriesAreWrittenInTheirOrder() {
        List<Outcome> outcomes = write(101, Long.MAX_VALUE);

        assertThat(sizes).containsExactly(50, 50, 1);
        assertThat(flushes).isEqualTo(2);
        assertThat(outcomes)
                .extracting(outcome -> outcome.position().line())
                .isEqualTo(IntStream.rangeClosed(1, 101)
                        .mapToObj(line -> (long) line)
                        .toList());
    }

    @Test
    void aSmallChunkIsOneSubBatch() {
        assertThat(write(50, Long.MAX_VALUE)).hasSize(50);

        assertThat(sizes).containsExactly(50);
        assertThat(flushes).isZero();
    }

    @Test
    void theMaximumOfProblemsIsThatOfTheChunk() {
        List<Outcome> outcomes = write(101, 50);

        assertThat(outcomes.subList(0, 50)).hasOnlyElementsOfType(Outcome.Rejected.class);
        assertThat(outcomes.subList(50, 101)).hasOnlyElementsOfType(Outcome.Unprocessed.class);
    }

    @Test
    void anEmptyChunkHasNoOutcome() {
        assertThat(write(0, 1)).isEqualTo(Collections.emptyList());
    }
}
