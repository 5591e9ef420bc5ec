package org.millrace.bulk.entity;

import java.time.InstantSource;
import java.util.Set;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RepresentationJsonParser;
import org.millrace.bulk.record.GroupRecord;
import org.millrace.bulk.writer.copy.GroupTables;
import org.millrace.bulk.writer.model.GroupChunk;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.server.Database;

/** Groups of the realm, with those beneath them. */
final class Groups {
    static final RecordType TYPE = new ModelType(
            "groups",
            "group",
            GroupRecord.class,
            "keycloak_group",
            "manage-users",
            permissions -> permissions.groups().canManage()
                    || FineGrained.applyTo(permissions) && permissions.groups().canList(),
            permissions -> permissions.groups().canManage(),
            Groups::parser,
            ModelType.CHUNK_SIZE,
            Groups::chunk);

    private Groups() {}

    private static ModelChunk chunk(ModelScope scope) {
        Database database = scope.database();
        String realmId = scope.imported().realmId();
        return database.isPostgres()
                ? new GroupChunk(scope, () -> new GroupTables(database, realmId, InstantSource.system()))
                : new GroupChunk(scope);
    }

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                GroupRepresentation.class,
                Set.of("type"),
                (position, group, json, named, warnings) -> new GroupRecord(position, group, named, warnings));
    }
}
