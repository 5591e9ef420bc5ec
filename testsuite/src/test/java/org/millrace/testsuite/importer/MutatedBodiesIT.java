package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** A thousand spoiled lines, or as many as are asked for: no error of the server, no hang, no lost neighbour, no half user. */
class MutatedBodiesIT {
    /** Enough for each kind of mutation a hundred times; {@code -Dmillrace.mutations=5000} takes a minute more. */
    private static final int BODIES = Integer.getInteger("millrace.mutations", 1_000);

    private static final long SEED = 20_261_121;
    private static final HashedPassword PASSWORD = HashedPassword.of("millrace", SEED);

    /** As many imports as a node runs at once. */
    private static final int IN_FLIGHT = 4;

    private final ServerUnderTest server = SharedServers.postgres();
    private final ImportRealm realm = freshRealm();
    private final AtomicLong created = new AtomicLong();

    private ImportRealm freshRealm() {
        ImportRealm fresh = ImportRealm.shared(server).renamed();
        SampleRealm.create(fresh.admin(), fresh.name());
        return fresh;
    }

    @Test
    void aSpoiledLineHurtsNobodyElse() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(IN_FLIGHT);
        try {
            List<Future<?>> sent = new ArrayList<>();
            for (int number = 0; number < BODIES; number++) {
                int body = number;
                sent.add(threads.submit(() -> send(body)));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(count("SELECT count(*) FROM user_entity u JOIN realm r ON r.id = u.realm_id WHERE r.name = ?"))
                .isEqualTo(created.get())
                .isGreaterThanOrEqualTo(2L * BODIES);
        // Each neighbour has all its rows: two attributes, two roles, a group and a password.
        Map<String, Integer> rows =
                Map.of("user_attribute", 2, "user_role_mapping", 2, "user_group_membership", 1, "credential", 1);
        for (Map.Entry<String, Integer> table : rows.entrySet()) {
            assertThat(count("SELECT count(*) FROM " + table.getKey() + " t JOIN user_entity u ON u.id = t.user_id"
                            + " JOIN realm r ON r.id = u.realm_id WHERE r.name = ? AND u.username LIKE '%neighbour'"))
                    .as(table.getKey())
                    .isEqualTo(2L * BODIES * table.getValue());
        }
    }

    private void send(int number) {
        SplittableRandom random = new SplittableRandom(SEED + number);
        Mutation mutation = Mutation.values()[number % Mutation.values().length];
        byte[] spoiled = mutation.of(user("spoiled" + number).getBytes(StandardCharsets.UTF_8), random);
        String before = user("before" + number + "neighbour");
        String behind = user("behind" + number + "neighbour");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes((before + (random.nextBoolean() ? "\n" : "\r\n")).getBytes(StandardCharsets.UTF_8));
        body.writeBytes(spoiled);
        body.writeBytes(("\n" + behind + (random.nextBoolean() ? "\n" : "")).getBytes(StandardCharsets.UTF_8));

        Answer answer = realm.post(body.toByteArray());

        String said = mutation + " " + number + ": " + new String(spoiled, StandardCharsets.ISO_8859_1);
        assertThat(answer.status()).as(said).isEqualTo(200);
        ImportAnswer outcomes = ImportAnswer.of(answer);
        assertThat(outcomes.line(1).path("status").asText()).as(said).isEqualTo("created");
        assertThat(outcomes.line(3).path("status").asText()).as(said).isEqualTo("created");
        for (JsonNode outcome : outcomes.outcomes()) {
            assertThat(outcome.path("status").asText()).as(said).isIn("created", "rejected");
        }
        created.addAndGet(outcomes.count("created"));
    }

    private static String user(String name) {
        return "{\"username\":\"" + name + "\",\"email\":\"" + name
                + "@example.org\",\"firstName\":\"First\",\"enabled\":true,"
                + "\"createdTimestamp\":1700000000000,\"attributes\":{\"country\":[\"NL\"],\"customerNumber\":[\""
                + name
                + "\"]},\"realmRoles\":[\"customer\"],\"groups\":[\"" + SampleRealm.GROUP + "\"],\"credentials\":["
                + PASSWORD.credential() + "]}";
    }

    private long count(String sql) throws Exception {
        try (Connection connection = server.database().connect();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, realm.name());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
