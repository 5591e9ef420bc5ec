package org.millrace.bulk.writer.id;

import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.caller.Caller;

/**
 * The problem of an id that another entity has: ids are unique on the whole server. The other entity's realm is named only to a caller
 * who may view that realm.
 */
public final class IdInUse {
    private static final String CODE = "id-exists";

    private IdInUse() {}

    /**
     * The problem.
     *
     * @param entity such as {@code role}
     * @param field of the record
     * @param realmId of the entity that has the id; empty if it is not known
     * @param realm that the import writes to
     */
    public static Violation violation(
            String entity,
            String field,
            Optional<String> realmId,
            KeycloakSession session,
            RealmModel realm,
            Caller caller) {
        if (realmId.isPresent() && realmId.get().equals(realm.getId())) {
            return Violation.of(CODE, field, "Another " + entity + " of this realm has this id");
        }
        String where = realmId.flatMap(id -> caller.visibleRealm(session, id))
                .map(other -> " by a " + entity + " of realm \"" + other.getName() + "\"")
                .orElse("");
        return Violation.of(
                CODE, field, "The id is in use" + where + ". Import with ids=new to give the records new ids");
    }
}
