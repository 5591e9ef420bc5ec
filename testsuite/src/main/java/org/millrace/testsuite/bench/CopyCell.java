package org.millrace.testsuite.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.millrace.testsuite.server.Database;

/** {@code COPY} of the finished rows, without any Keycloak: the floor. */
final class CopyCell implements Cell {
    static final int USERS_A_TRANSACTION = 5000;

    private final Database database;
    private final int connections;
    private final int users;
    private final List<UserRows> transactions;

    /** @param transactions as {@link #transactions} makes them */
    CopyCell(Database database, int connections, int users, List<UserRows> transactions) {
        this.database = database;
        this.connections = connections;
        this.users = users;
        this.transactions = transactions;
    }

    /** Rows of the first users, cut into transactions, with ids in order of time. */
    static List<UserRows> transactions(BenchmarkUsers users, int count, BenchmarkRealm realm, long millis) {
        OrderedIds ids = new OrderedIds(millis, count);
        List<UserRows> transactions = new ArrayList<>();
        for (int from = 0; from < count; from += USERS_A_TRANSACTION) {
            List<JsonNode> slice = IntStream.range(from, Math.min(count, from + USERS_A_TRANSACTION))
                    .mapToObj(number -> (JsonNode) users.user(number))
                    .toList();
            transactions.add(UserRows.of(slice, realm, ids, millis));
        }
        return List.copyOf(transactions);
    }

    @Override
    public String name() {
        return "`COPY`, " + (connections == 1 ? "1 connection" : connections + " connections");
    }

    @Override
    public int users() {
        return users;
    }

    @Override
    public void load() {
        AtomicInteger next = new AtomicInteger();
        Workers.run(connections, () -> {
            try (Connection connection = database.connect()) {
                connection.setAutoCommit(false);
                for (int i = next.getAndIncrement(); i < transactions.size(); i = next.getAndIncrement()) {
                    transactions.get(i).copyInto(connection);
                    connection.commit();
                }
            }
        });
    }
}
