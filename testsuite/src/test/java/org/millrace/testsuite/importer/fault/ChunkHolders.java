package org.millrace.testsuite.importer.fault;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Nodes that hold chunks of a job.
 *
 * @param names what each node is called in documents and tables
 */
record ChunkHolders(ServerUnderTest server, Map<Node, String> names) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    static ChunkHolders of(ServerUnderTest server) {
        Map<Node, String> names = new HashMap<>();
        for (Node node : server.nodes()) {
            AdminClient admin = AdminClient.of(node);
            names.put(
                    node,
                    admin.get("/admin/realms/master/advisor")
                            .ok()
                            .json()
                            .path("node")
                            .asText());
        }
        return new ChunkHolders(server, names);
    }

    /** A node that stands still while it holds a chunk of the job. */
    Node frozen(ImportJob job) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            for (Node node : server.nodes()) {
                node.freeze();
                if (holdsAChunk(Objects.requireNonNull(names.get(node)), job)) {
                    return node;
                }
                node.thaw();
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
        throw new AssertionError("no node was frozen with a chunk");
    }

    private boolean holdsAChunk(String node, ImportJob job) throws SQLException {
        try (Connection connection = server.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT 1 FROM millrace_job_chunk WHERE job_id = ? AND state = 1 AND node = ?")) {
            query.setString(1, job.id());
            query.setString(2, node);
            try (ResultSet found = query.executeQuery()) {
                return found.next();
            }
        }
    }
}
