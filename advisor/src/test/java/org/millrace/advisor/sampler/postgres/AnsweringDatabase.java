package org.millrace.advisor.sampler.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.millrace.advisor.sampler.postgres.connection.ConnectionSource;

/** Answers each statement with one row of the numbers it was given, zero where it was given none. */
public final class AnsweringDatabase implements ConnectionSource {

    final Map<String, Double> numbers = new HashMap<>();
    /** Columns that are null. */
    final Set<String> unknown = new HashSet<>();

    final List<String> asked = new ArrayList<>();

    /** Where transactions get their limits, and how they end, in the order of time. */
    final List<String> transactions = new ArrayList<>();

    /** Statements that it refuses, by a part of them. */
    final Set<String> refused = new HashSet<>();

    @Override
    public Connection open() {
        return fake(Connection.class, (proxy, method, arguments) -> {
            if (List.of("commit", "rollback").contains(method.getName())) {
                transactions.add(method.getName());
            }
            if (method.getName().equals("createStatement")) {
                return limits();
            }
            if (method.getName().equals("prepareStatement")) {
                String sql = (String) arguments[0];
                asked.add(sql);
                if (refused.stream().anyMatch(sql::contains)) {
                    throw new SQLException("permission denied", "42501");
                }
                return statement();
            }
            return null;
        });
    }

    private Statement limits() {
        return fake(Statement.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("execute")) {
                return null;
            }
            transactions.add("limits");
            return false;
        });
    }

    private PreparedStatement statement() {
        return fake(
                PreparedStatement.class,
                (proxy, method, arguments) -> method.getName().equals("executeQuery") ? oneRow() : null);
    }

    private ResultSet oneRow() {
        Iterator<Boolean> rows = List.of(true, false).iterator();
        AtomicBoolean isNull = new AtomicBoolean();
        return fake(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "next" -> rows.next();
            case "getDouble" -> {
                isNull.set(unknown.contains((String) arguments[0]));
                yield numbers.getOrDefault((String) arguments[0], 0.0);
            }
            case "wasNull" -> isNull.get();
            case "getString" -> "text";
            default -> null;
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler behaviour) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, behaviour));
    }
}
