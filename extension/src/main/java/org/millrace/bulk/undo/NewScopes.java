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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.server.Sql;

/** The authorization scopes that the records of one transaction create together with resources. For one session and its thread. */
public final class NewScopes {
    private final Map<String, Named> byRecord = new HashMap<>();

    /** Scopes of a client, by name. */
    private record Named(String client, Set<String> names) {}

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

    /** The images, those of the records with the scopes that they created. */
    public List<BeforeImage> addTo(List<BeforeImage> images, Connection connection, UnaryOperator<String> tables)
            throws SQLException {
        if (byRecord.isEmpty()) {
            return images;
        }
        Map<String, Map<String, Stored>> stored = stored(connection, tables);
        List<BeforeImage> all = new ArrayList<>(images.size());
        for (BeforeImage image : images) {
            Named named = byRecord.get(image.line() + "/" + image.id());
            Map<String, Stored> ofClient = named == null ? null : stored.get(named.client());
            Map<String, String> fingerprints = new TreeMap<>();
            if (named != null && ofClient != null) {
                for (String name : named.names()) {
                    Stored scope = ofClient.get(name);
                    if (scope != null) {
                        fingerprints.put(scope.id(), scope.fingerprint());
                    }
                }
            }
            all.add(image.withScopes(fingerprints));
        }
        return all;
    }

    /** The scopes by client and name. */
    private Map<String, Map<String, Stored>> stored(Connection connection, UnaryOperator<String> tables)
            throws SQLException {
        Map<String, Set<String>> names = new HashMap<>();
        byRecord.values()
                .forEach(named -> names.computeIfAbsent(named.client(), client -> new TreeSet<>())
                        .addAll(named.names()));
        Map<String, Map<String, Stored>> stored = new HashMap<>();
        for (Map.Entry<String, Set<String>> ofClient : names.entrySet()) {
            Map<String, Stored> byName = new HashMap<>();
            for (List<String> some : Sql.inParts(ofClient.getValue())) {
                List<String> parameters = new ArrayList<>(List.of(ofClient.getKey()));
                parameters.addAll(some);
                String sql = select(tables) + "resource_server_id = ? AND name IN " + Sql.marks(some.size());
                new Sql(connection, sql, parameters.toArray())
                        .all(Stored::of)
                        .forEach(scope -> byName.put(scope.name(), scope));
            }
            stored.put(ofClient.getKey(), byName);
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
