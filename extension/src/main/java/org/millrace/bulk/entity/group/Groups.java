package org.millrace.bulk.entity.group;

import java.util.Set;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ChunkTables;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.group.container.GroupTables;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;

/** Groups of the realm, with their subgroups. */
public final class Groups {
    public static final RecordType TYPE = new ModelType(
                    "groups",
                    "group",
                    GroupRecord.class,
                    "keycloak_group",
                    "manage-users",
                    CallerPermissions::managesSomeGroup,
                    permissions -> permissions.evaluator().groups().canManage(),
                    Groups::parser,
                    scope -> new GroupChunk(scope, ChunkTables.of(scope, GroupTables.SHAPES, GroupTables::new)))
            .deletedBy(GroupRecord.class, session -> new GroupDeletion(session.in(), session.protection())::delete)
            .undoneBy(new GroupImage(), new RestorableNewGroups())
            .copying(GroupTables.SHAPES);

    private Groups() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                GroupRepresentation.class,
                Set.of("type"),
                (position, group, json, named, warnings) -> new GroupRecord(position, group, named, warnings));
    }
}
