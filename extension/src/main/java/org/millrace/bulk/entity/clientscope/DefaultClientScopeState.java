package org.millrace.bulk.entity.clientscope;

import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** Whether a client scope is among the default or the optional client scopes of the realm. */
public final class DefaultClientScopeState {
    private static final String DEFAULT = "\"default\"";
    private static final String OPTIONAL = "\"optional\"";

    private DefaultClientScopeState() {}

    /** The state of a client scope. */
    public static String of(ChunkSession in, String id) {
        if (isAssigned(in.realm(), id, true)) {
            return DEFAULT;
        }
        return isAssigned(in.realm(), id, false) ? OPTIONAL : StateJson.ABSENT;
    }

    private static boolean isAssigned(RealmModel realm, String id, boolean byDefault) {
        return realm.getDefaultClientScopesStream(byDefault)
                .anyMatch(each -> each.getId().equals(id));
    }

    /** Whether the caller may change the default client scopes. */
    public static boolean mayChange(ChunkSession in, String id) {
        return in.realm().getClientScopeById(id) != null
                && in.permissions().clients().canManageClientScopes();
    }

    /** Restores a state. */
    public static List<Violation> restore(ChunkSession in, String id, String state) {
        ClientScopeModel scope = in.realm().getClientScopeById(id);
        boolean isOptional = isAssigned(in.realm(), id, false);
        if (isOptional || isAssigned(in.realm(), id, true)) {
            in.realm().removeDefaultClientScope(scope);
            DefaultClientScopeChunk.tell(OperationType.DELETE, scope, isOptional, in);
        }
        if (!state.equals(StateJson.ABSENT)) {
            in.realm().addDefaultClientScope(scope, state.equals(DEFAULT));
            in.refersTo(Table.CLIENT_SCOPE, id);
            DefaultClientScopeChunk.tell(OperationType.CREATE, scope, state.equals(OPTIONAL), in);
        }
        return List.of();
    }
}
