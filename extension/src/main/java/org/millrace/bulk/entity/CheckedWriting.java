package org.millrace.bulk.entity;

import java.sql.SQLException;
import java.util.Set;
import org.millrace.server.caller.Caller;

/** Writing of a direct import that repeats the permission check of the caller, because an import may run for hours. */
public final class CheckedWriting {
    private CheckedWriting() {}

    /**
     * Writing of an entity. Records are rejected from the chunk on that begins after the caller was removed or disabled, or the token was
     * revoked, and at most ten seconds after the caller lost the permission.
     *
     * @throws SQLException if the database cannot be reached
     */
    public static EntityWriting of(EntityType type, WritingRequest request) throws SQLException {
        EntityWriting writing = type.writing(request);
        if (!(type instanceof RecordType ofOneKind)) {
            // Mixed records are checked for each record type.
            return writing;
        }
        TypeRights rights = new TypeRights(
                () -> mayImport(ofOneKind, request) ? Set.of(ofOneKind.kind()) : Set.of(), System::nanoTime);
        return new EntityWriting(
                (chunk, commit) -> rights.write(writing.writer(), chunk, commit), writing.oneByOne(), writing::close);
    }

    private static boolean mayImport(EntityType type, WritingRequest request) {
        Caller caller = request.scope().caller();
        return request.transactions()
                .inRealm(
                        request.scope().realmId(),
                        (session, realm) -> caller.isActive(session)
                                && type.mayImport(
                                        new CallerPermissions(session, realm, caller.permissions(session, realm))));
    }
}
