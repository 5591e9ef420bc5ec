package org.millrace.bulk.entity.role;

import java.util.Set;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.entity.ChunkTables;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;

/** Roles of the realm and of clients. */
public final class Roles {
    public static final RecordType TYPE = new ModelType(
                    "roles",
                    "role",
                    RoleRecord.class,
                    "keycloak_role",
                    "manage-realm for realm roles, manage-clients for client roles",
                    permissions -> permissions.evaluator().realm().canManageRealm() || permissions.managesSomeClient(),
                    permissions -> permissions.evaluator().realm().canManageRealm()
                            && permissions.evaluator().clients().canManage(),
                    Roles::parser,
                    scope -> new RoleChunk(scope, ChunkTables.of(scope, RoleTables.SHAPES, RoleTables::new)))
            .deletedBy(RoleRecord.class, session -> new RoleDeletion(session)::delete)
            .undoneBy(new RoleImage())
            .copying(RoleTables.SHAPES);

    private Roles() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                RoleRepresentation.class,
                Set.of("clientId", "type"),
                (position, role, json, named, warnings) ->
                        new RoleRecord(position, role, json.path("clientId").asText(null), named, warnings));
    }
}
