package org.millrace.bulk.undo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.server.Sql;

/** The authorization scopes that the records of one transaction create together with resources. For one session and its thread. */
public final class NewScopes {
    private final Map<String, Named> byRecord = new HashMap<>();

    /** Identifies a scope: the id of its client, and its name. */
    private record Key(String client, String name) {}

    /** The names of scopes of one client. */
    private record Named(String client, Set<String> names) {
        /** Fingerprints by id. */
        Map<String, String> fingerprints(Map<Key, Stored> stored) {
            return names.stream()
                    .map(name -> stored.get(new Key(client, name)))
                    .filter(Objects::nonNull)
                    .collect(Collectors.toMap(Stored::id, Stored::fingerprint));
        }
    }

    /**
     * A scope as it is stored.
     *
     * @param client the id of the client that the scope belongs to
     * @param fingerprint of the scope without the resources and policies that use it
     */
    public record Stored(String id, String client, String name, String fingerprint) {
        private static Stored of(ResultSet row) throws SQLException {
            String client = row.getString(2);
            String name = row.getString(3);
            String fingerprint = Fingerprint.of(client + "\0" + name + "\0"
                    + Objects.requireNonNullElse(row.getString(4), "") + "\0"
                    + Objects.requireNonNullElse(row.getString(5), ""));
            return new Stored(row.getString(1), client, name, fingerprint);
        }
    }

    /** Adds the names of the scopes that a record creates for a client. */
    void add(long line, String resource, String client, Set<String> names) {
        if (!names.isEmpty()) {
            byRecord.put(line + "/" + resource, new Named(client, names));
        }
    }

    /**
     * The images, with the scopes that their records created.
     *
     * @param tables the name of a table in SQL
     */
    public List<BeforeImage> addTo(List<BeforeImage> images, Connection connection, UnaryOperator<String> tables)
            throws SQLException {
        if (byRecord.isEmpty()) {
            return images;
        }
        Map<Key, Stored> stored = stored(connection, tables);
        return images.stream()
                .map(image -> {
                    Named named = byRecord.get(image.line() + "/" + image.id());
                    return named == null ? image : image.withScopes(named.fingerprints(stored));
                })
                .toList();
    }

    private Map<Key, Stored> stored(Connection connection, UnaryOperator<String> tables) throws SQLException {
        Map<String, Set<String>> byClient = new HashMap<>();
        byRecord.values()
                .forEach(named -> byClient.computeIfAbsent(named.client(), client -> new TreeSet<>())
                        .addAll(named.names()));
        Map<Key, Stored> stored = new HashMap<>();
        for (Map.Entry<String, Set<String>> ofClient : byClient.entrySet()) {
            for (List<String> names : Sql.inParts(ofClient.getValue())) {
                String sql = select(tables) + "resource_server_id = ? AND name IN " + Sql.marks(names.size());
                Object[] parameters = Stream.concat(Stream.of(ofClient.getKey()), names.stream())
                        .toArray();
                new Sql(connection, sql, parameters)
                        .all(Stored::of)
                        .forEach(scope -> stored.put(new Key(scope.client(), scope.name()), scope));
            }
        }
        return stored;
    }

    /** The scopes with these ids. */
    public static List<Stored> read(Connection connection, UnaryOperator<String> tables, Collection<String> ids)
            throws SQLException {
        List<Stored> stored = new ArrayList<>();
        for (List<String> some : Sql.inParts(ids)) {
            stored.addAll(Sql.in(connection, select(tables) + "id IN ", some).all(Stored::of));
        }
        return stored;
    }

    private static String select(UnaryOperator<String> tables) {
        return "SELECT id, resource_server_id, name, display_name, icon_uri FROM "
                + tables.apply("resource_server_scope") + " WHERE ";
    }
}
