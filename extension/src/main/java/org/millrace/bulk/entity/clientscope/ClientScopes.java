package org.millrace.bulk.entity.clientscope;

import java.util.Set;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.bulk.writer.model.EachRecord;

/** Client scopes, with their protocol mappers. */
public final class ClientScopes {
    static final String PERMISSION = "manage-clients";

    public static final ModelType TYPE = new ModelType(
                    "client-scopes",
                    "client-scope",
                    ClientScopeRecord.class,
                    "client_scope",
                    PERMISSION,
                    permissions -> permissions.evaluator().clients().canManageClientScopes(),
                    permissions -> permissions.evaluator().clients().canManageClientScopes(),
                    ClientScopes::parser,
                    EachRecord.of(ClientScopeRecord.class, ClientScopeChunk::write))
            .deletedBy(ClientScopeRecord.class, session -> new ClientScopeDeletion(session.in())::delete)
            .undoneBy(new ClientScopeState());

    private ClientScopes() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                ClientScopeRepresentation.class,
                Set.of("type"),
                (position, scope, json, named, warnings) -> new ClientScopeRecord(position, scope, named, warnings));
    }
}
