package org.millrace.testsuite.bench.cell;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.OrderedIds;
import org.millrace.testsuite.bench.realm.UserRows;
import org.millrace.testsuite.bench.realm.Workers;
import org.millrace.testsuite.server.database.Database;

/** {@code COPY} of the finished rows, without any Keycloak: the floor. */
public final class CopyCell implements Cell {
    static final int USERS_A_TRANSACTION = 5000;

    private final Database database;
    private final String what;
    private final int connections;
    private final int users;
    private final int rolesAUser;
    private final List<UserRows> transactions;

    private CopyCell(
            Database database, String what, int connections, int users, int rolesAUser, List<UserRows> transactions) {
        this.database = database;
        this.what = what;
        this.connections = connections;
        this.users = users;
        this.rolesAUser = rolesAUser;
        this.transactions = transactions;
    }

    /** @param transactions as {@link #transactions} makes them of whole users */
    public static CopyCell of(Database database, int connections, int users, List<UserRows> transactions) {
        return new CopyCell(database, "", connections, users, 2, transactions);
    }

    /** @param transactions as {@link #transactions} makes them of users with nothing but a name */
    public static CopyCell ofBare(Database database, int connections, int users, List<UserRows> transactions) {
        return new CopyCell(database, ", bare users", connections, users, 1, transactions);
    }

    /** Rows of users, cut into transactions, with ids in order of time. */
    public static List<UserRows> transactions(
            IntFunction<? extends JsonNode> user, int first, int count, BenchmarkRealm realm, long millis) {
        OrderedIds ids = new OrderedIds(millis, first + count);
        List<UserRows> transactions = new ArrayList<>();
        for (int from = first; from < first + count; from += USERS_A_TRANSACTION) {
            List<JsonNode> slice = IntStream.range(from, Math.min(first + count, from + USERS_A_TRANSACTION))
                    .mapToObj(number -> (JsonNode) user.apply(number))
                    .toList();
            transactions.add(UserRows.of(slice, realm, ids, millis));
        }
        return List.copyOf(transactions);
    }

    @Override
    public String name() {
        return "`COPY`, " + (connections == 1 ? "1 connection" : connections + " connections") + what;
    }

    @Override
    public int users() {
        return users;
    }

    @Override
    public int rolesAUser() {
        return rolesAUser;
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
