package org.millrace.bulk.entity.group.container;

import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.writer.copy.CopyTable;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;

/** The tables of groups, for PostgreSQL: one query a question, one {@code COPY} a table. */
public final class GroupTables implements GroupRows {
    private static final TableShape KEYCLOAK_GROUP = TableShape.of(
                    "keycloak_group",
                    "id",
                    "name",
                    "description",
                    "parent_group",
                    "realm_id",
                    "type",
                    "created_timestamp",
                    "last_modified_timestamp")
            .columnsSince(26, 6, "created_timestamp", "last_modified_timestamp")
            .numbers("type", "created_timestamp", "last_modified_timestamp")
            .unique("realm_id", "parent_group", "name");

    private static final TableShape GROUP_ATTRIBUTE =
            TableShape.of("group_attribute", "id", "group_id", "name", "value").reference("group_id", "keycloak_group");

    private static final TableShape GROUP_ROLE_MAPPING =
            TableShape.of("group_role_mapping", "role_id", "group_id").reference("group_id", "keycloak_group");

    /** What {@code COPY} writes here. */
    public static final List<TableShape> SHAPES = List.of(KEYCLOAK_GROUP, GROUP_ATTRIBUTE, GROUP_ROLE_MAPPING);

    private final Database database;
    private final String realmId;
    private final InstantSource clock;
    private final TimeOrderedIds ids;
    private final CopyTable groups;
    private final CopyTable attributes;
    private final CopyTable roleMappings;

    /** Tables of a realm, for one chunk. */
    public GroupTables(Database database, String realmId, InstantSource clock) {
        this.database = database;
        this.realmId = realmId;
        this.clock = clock;
        this.ids = new TimeOrderedIds(clock);
        this.groups = new CopyTable(database, KEYCLOAK_GROUP);
        this.attributes = new CopyTable(database, GROUP_ATTRIBUTE);
        this.roleMappings = new CopyTable(database, GROUP_ROLE_MAPPING);
    }

    @Override
    public String newId() {
        return ids.next();
    }

    @Override
    public Map<GroupKey, String> idsOf(Collection<GroupKey> keys) {
        String sql = "SELECT k.parent, k.name, f.id FROM unnest(?, ?) AS k(parent, name)"
                + SetQuery.lookUp(
                        database.table("keycloak_group"),
                        "t.id",
                        "t.realm_id = ? AND t.parent_group = k.parent AND t.name = k.name",
                        "f");
        return SetQuery.map(
                database,
                sql,
                List.of(SetQuery.each(keys, GroupKey::parentId), SetQuery.each(keys, GroupKey::name), realmId),
                row -> new GroupKey(row.getString(1), row.getString(2)),
                row -> row.getString(3));
    }

    @Override
    public Set<String> taken(Collection<String> asked) {
        String sql = "SELECT id FROM " + database.table("keycloak_group") + " WHERE id = ANY (?)";
        Set<String> taken = new HashSet<>();
        SetQuery.read(database, sql, List.of(asked), row -> taken.add(row.getString(1)));
        return taken;
    }

    @Override
    public void write(Collection<NewGroup> added) {
        List<CopyTable> inOrder = List.of(groups, attributes, roleMappings);
        inOrder.forEach(table -> table.rows().clear());
        long now = clock.millis();
        added.forEach(group -> add(group, now));
        CopyTable.write(database, inOrder);
    }

    private void add(NewGroup group, long now) {
        groups.rows()
                .text(group.id())
                .text(group.key().name())
                .text(group.description())
                .text(group.key().parentId())
                .text(realmId)
                .number(GroupModel.Type.REALM.intValue())
                .number(now)
                .number(now)
                .endRow();
        group.attributes().forEach((name, values) -> {
            for (String value : values) {
                attributes
                        .rows()
                        .text(ids.next())
                        .text(group.id())
                        .text(name)
                        .text(value)
                        .endRow();
            }
        });
        group.roleIds()
                .forEach(role -> roleMappings.rows().text(role).text(group.id()).endRow());
    }
}
