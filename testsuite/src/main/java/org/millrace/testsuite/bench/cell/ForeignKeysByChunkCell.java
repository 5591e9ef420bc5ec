package org.millrace.testsuite.bench.cell;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.millrace.testsuite.server.database.Database;

/** Another cell while Keycloak's role may have foreign keys checked once for each chunk. */
public final class ForeignKeysByChunkCell implements Cell {
    private final Cell cell;
    private final Database database;

    /** The same cell with foreign keys checked once for each chunk. */
    public ForeignKeysByChunkCell(Cell cell, Database database) {
        this.cell = cell;
        this.database = database;
    }

    @Override
    public String name() {
        return cell.name() + ", foreign keys once for each chunk";
    }

    @Override
    public int users() {
        return cell.users();
    }

    @Override
    public int rolesAUser() {
        return cell.rolesAUser();
    }

    @Override
    public void prepare() throws IOException {
        cell.prepare();
        execute("GRANT SET ON PARAMETER session_replication_role TO keycloak");
    }

    @Override
    public void load() throws IOException {
        try {
            cell.load();
        } finally {
            execute("REVOKE SET ON PARAMETER session_replication_role FROM keycloak");
        }
    }

    private void execute(String sql) {
        try (Connection connection = database.connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("the privilege cannot be changed", e);
        }
    }
}
