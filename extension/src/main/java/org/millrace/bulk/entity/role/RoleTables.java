package org.millrace.bulk.entity.role;

import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.millrace.bulk.writer.copy.CopyTable;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;

/** The tables of roles, for PostgreSQL: one query a question, one {@code COPY} a table. */
public final class RoleTables implements RoleRows {
    private static final TableShape KEYCLOAK_ROLE = TableShape.of(
                    "keycloak_role",
                    "id",
                    "name",
                    "description",
                    "realm_id",
                    "client_role",
                    "client",
                    "client_realm_constraint")
            .booleans("client_role")
            .unique("name", "client_realm_constraint");

    private static final TableShape ROLE_ATTRIBUTE =
            TableShape.of("role_attribute", "id", "role_id", "name", "value").reference("role_id", "keycloak_role");

    private static final TableShape COMPOSITE_ROLE = TableShape.of("composite_role", "composite", "child_role")
            .reference("child_role", "keycloak_role")
            .reference("composite", "keycloak_role");

    /** What {@code COPY} writes here. */
    public static final List<TableShape> SHAPES = List.of(KEYCLOAK_ROLE, ROLE_ATTRIBUTE, COMPOSITE_ROLE);

    private final Database database;
    private final String realmId;
    private final TimeOrderedIds ids;
    private final CopyTable roles;
    private final CopyTable attributes;
    private final CopyTable parts;

    /** Tables of a realm, for one chunk. */
    public RoleTables(Database database, String realmId, InstantSource clock) {
        this.database = database;
        this.realmId = realmId;
        this.ids = new TimeOrderedIds(clock);
        this.roles = new CopyTable(database, KEYCLOAK_ROLE);
        this.attributes = new CopyTable(database, ROLE_ATTRIBUTE);
        this.parts = new CopyTable(database, COMPOSITE_ROLE);
    }

    @Override
    public String newId() {
        return ids.next();
    }

    @Override
    public Map<RoleKey, String> ids(Collection<RoleKey> keys) {
        String sql = "SELECT k.container, k.name, f.id FROM unnest(?, ?) AS k(container, name)"
                + SetQuery.lookUp(
                        database.table("keycloak_role"),
                        "t.id",
                        "t.client_realm_constraint = k.container AND t.name = k.name",
                        "f");
        return SetQuery.map(
                database,
                sql,
                List.of(SetQuery.each(keys, RoleKey::containerId), SetQuery.each(keys, RoleKey::name)),
                row -> new RoleKey(row.getString(1), row.getString(2)),
                row -> row.getString(3));
    }

    @Override
    public Map<String, RoleKey> keys(Collection<String> roleIds) {
        String sql = "SELECT id, client_realm_constraint, name FROM " + database.table("keycloak_role")
                + " WHERE id = ANY (?)";
        return SetQuery.map(
                database,
                sql,
                List.of(roleIds),
                row -> row.getString(1),
                row -> new RoleKey(row.getString(2), row.getString(3)));
    }

    @Override
    public void write(Collection<NewRole> added) {
        roles.rows().clear();
        attributes.rows().clear();
        added.forEach(this::add);
        CopyTable.write(database, List.of(roles, attributes));
    }

    private void add(NewRole role) {
        String container = role.key().containerId();
        boolean ofClient = !container.equals(realmId);
        roles.rows()
                .text(role.id())
                .text(role.key().name())
                .text(role.description())
                .text(realmId)
                .flag(ofClient)
                .text(ofClient ? container : null)
                .text(container)
                .endRow();
        role.attributes().forEach((name, values) -> {
            for (String value : values) {
                attributes
                        .rows()
                        .text(ids.next())
                        .text(role.id())
                        .text(name)
                        .text(value)
                        .endRow();
            }
        });
    }

    @Override
    public void compose(Collection<RolePart> added) {
        parts.rows().clear();
        added.forEach(part ->
                parts.rows().text(part.compositeId()).text(part.partId()).endRow());
        CopyTable.write(database, List.of(parts));
    }
}
