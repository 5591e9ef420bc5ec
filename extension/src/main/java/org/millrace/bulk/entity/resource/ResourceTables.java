package org.millrace.bulk.entity.resource;

import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.millrace.bulk.writer.copy.CopyTable;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;

/** The tables of authorization resources, for PostgreSQL: one query a question, one {@code COPY} a table. */
public final class ResourceTables implements ResourceRows {
    private static final TableShape RESOURCE_SERVER_SCOPE = TableShape.of(
                    "resource_server_scope", "id", "name", "icon_uri", "resource_server_id", "display_name")
            .unique("name", "resource_server_id")
            .reference("resource_server_id", "resource_server");

    private static final TableShape RESOURCE_SERVER_RESOURCE = TableShape.of(
                    "resource_server_resource",
                    "id",
                    "name",
                    "type",
                    "icon_uri",
                    "owner",
                    "resource_server_id",
                    "owner_managed_access",
                    "display_name")
            .booleans("owner_managed_access")
            .unique("name", "owner", "resource_server_id")
            .reference("resource_server_id", "resource_server");

    private static final TableShape RESOURCE_URIS =
            TableShape.of("resource_uris", "resource_id", "value").reference("resource_id", "resource_server_resource");

    private static final TableShape RESOURCE_SCOPE = TableShape.of("resource_scope", "resource_id", "scope_id")
            .reference("resource_id", "resource_server_resource")
            .reference("scope_id", "resource_server_scope");

    private static final TableShape RESOURCE_ATTRIBUTE = TableShape.of(
                    "resource_attribute", "id", "name", "value", "resource_id")
            .reference("resource_id", "resource_server_resource");

    /** What {@code COPY} writes here. */
    public static final List<TableShape> SHAPES =
            List.of(RESOURCE_SERVER_SCOPE, RESOURCE_SERVER_RESOURCE, RESOURCE_URIS, RESOURCE_SCOPE, RESOURCE_ATTRIBUTE);

    private final Database database;
    private final String realmId;
    private final TimeOrderedIds ids;
    private final CopyTable scopes;
    private final CopyTable resources;
    private final CopyTable uris;
    private final CopyTable resourceScopes;
    private final CopyTable attributes;

    /** Tables for one chunk; users are those of a realm. */
    public ResourceTables(Database database, String realmId, InstantSource clock) {
        this.database = database;
        this.realmId = realmId;
        this.ids = new TimeOrderedIds(clock);
        this.scopes = new CopyTable(database, RESOURCE_SERVER_SCOPE);
        this.resources = new CopyTable(database, RESOURCE_SERVER_RESOURCE);
        this.uris = new CopyTable(database, RESOURCE_URIS);
        this.resourceScopes = new CopyTable(database, RESOURCE_SCOPE);
        this.attributes = new CopyTable(database, RESOURCE_ATTRIBUTE);
    }

    @Override
    public String newId() {
        return ids.next();
    }

    @Override
    public Map<String, String> users(Collection<String> idsOrNames) {
        String table = database.table("user_entity");
        String columns = "t.id, t.username, t.realm_id, t.federation_link";
        String sql =
                SetQuery.byKey(table, columns, "id") + " WHERE f.realm_id = ? AND f.federation_link IS NULL UNION ALL "
                        + SetQuery.inRealm(table, columns, "username") + " WHERE f.federation_link IS NULL";
        return SetQuery.map(
                database,
                sql,
                List.of(
                        idsOrNames,
                        realmId,
                        idsOrNames.stream()
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .toList(),
                        realmId),
                row -> row.getString(1),
                row -> row.getString(2));
    }

    @Override
    public Map<ResourceKey, String> resources(Collection<ResourceKey> keys) {
        String sql = "SELECT k.server, k.owner, k.name, f.id FROM unnest(?, ?, ?) AS k(server, owner, name)"
                + SetQuery.lookUpUnique(
                        database.table("resource_server_resource"),
                        "t.id",
                        "t.resource_server_id = k.server AND t.name = k.name",
                        "t.owner",
                        "k.owner",
                        "f");
        return SetQuery.map(
                database,
                sql,
                List.of(
                        SetQuery.each(keys, ResourceKey::serverId),
                        SetQuery.each(keys, ResourceKey::ownerId),
                        SetQuery.each(keys, ResourceKey::name)),
                row -> new ResourceKey(row.getString(1), row.getString(2), row.getString(3)),
                row -> row.getString(4));
    }

    @Override
    public Map<String, String> servers(Collection<String> resourceIds) {
        String sql = "SELECT id, resource_server_id FROM " + database.table("resource_server_resource")
                + " WHERE id = ANY (?)";
        return SetQuery.map(database, sql, List.of(resourceIds), row -> row.getString(1), row -> row.getString(2));
    }

    @Override
    public Map<ScopeKey, String> scopes(Collection<ScopeKey> keys) {
        String sql = "SELECT k.server, k.name, f.id FROM unnest(?, ?) AS k(server, name)"
                + SetQuery.lookUpUnique(
                        database.table("resource_server_scope"),
                        "t.id",
                        "t.resource_server_id = k.server",
                        "t.name",
                        "k.name",
                        "f");
        return SetQuery.map(
                database,
                sql,
                List.of(SetQuery.each(keys, ScopeKey::serverId), SetQuery.each(keys, ScopeKey::name)),
                row -> new ScopeKey(row.getString(1), row.getString(2)),
                row -> row.getString(3));
    }

    @Override
    public Map<String, ScopeKey> scopeKeys(Collection<String> scopeIds) {
        String sql = "SELECT id, resource_server_id, name FROM " + database.table("resource_server_scope")
                + " WHERE id = ANY (?)";
        return SetQuery.map(
                database,
                sql,
                List.of(scopeIds),
                row -> row.getString(1),
                row -> new ScopeKey(row.getString(2), row.getString(3)));
    }

    @Override
    public void write(Collection<NewScope> newScopes, Collection<NewResource> newResources) {
        List<CopyTable> inOrder = List.of(scopes, resources, uris, resourceScopes, attributes);
        inOrder.forEach(table -> table.rows().clear());
        newScopes.forEach(this::add);
        newResources.forEach(this::add);
        CopyTable.write(database, inOrder);
    }

    private void add(NewScope scope) {
        String displayName = scope.displayName();
        scopes.rows()
                .text(scope.id())
                .text(scope.key().name())
                .text(scope.iconUri())
                .text(scope.key().serverId())
                .text(displayName == null || displayName.isBlank() ? null : displayName)
                .endRow();
    }

    private void add(NewResource resource) {
        ResourceRepresentation fields = resource.fields();
        resources
                .rows()
                .text(resource.id())
                .text(resource.key().name())
                .text(fields.getType())
                .text(fields.getIconUri())
                .text(resource.key().ownerId())
                .text(resource.key().serverId())
                .flag(Boolean.TRUE.equals(fields.getOwnerManagedAccess()))
                .text(fields.getDisplayName())
                .endRow();
        if (fields.getUris() != null) {
            fields.getUris()
                    .forEach(uri -> uris.rows().text(resource.id()).text(uri).endRow());
        }
        resource.scopeIds()
                .forEach(scope ->
                        resourceScopes.rows().text(resource.id()).text(scope).endRow());
        if (fields.getAttributes() != null) {
            fields.getAttributes()
                    .forEach((name, values) -> values.forEach(value -> attributes
                            .rows()
                            .text(ids.next())
                            .text(name)
                            .text(value)
                            .text(resource.id())
                            .endRow()));
        }
    }
}
