package org.millrace.bulk.entity.clientscope;

import java.util.List;
import java.util.Map;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** Whether a client scope is among the default or the optional client scopes of the realm. */
public final class DefaultClientScopeState extends RestorableEntity {
    private static final String DEFAULT = "\"default\"";
    private static final String OPTIONAL = "\"optional\"";

    DefaultClientScopeState() {
        super("default-client-scope", new EntityTable("client_scope"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

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

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        return ClientScopeState.mayViewAndManage(in, in.realm().getClientScopeById(id));
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        String id = change.key().id();
        String state = change.state();
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
