package org.millrace.bulk.entity.client;

import java.util.List;
import java.util.Set;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ChunkTables;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;

/** Clients, with their authorization settings. */
public final class Clients {
    public static final ModelType TYPE = new ModelType(
                    "clients",
                    "client",
                    ClientRecord.class,
                    "client",
                    "manage-clients",
                    CallerPermissions::managesSomeClient,
                    permissions -> permissions.evaluator().clients().canManage(),
                    limits -> parser(
                            limits,
                            (position, client, json, named, warnings) ->
                                    new ClientRecord(position, untyped(client), named, warnings)),
                    scope -> new ClientChunk(
                            scope,
                            ChunkTables.of(
                                    scope,
                                    List.of(),
                                    (database, realmId, clock) -> new ClientTable(database, realmId))))
            .deletedBy(
                    ClientRecord.class,
                    session -> new ClientDeletion(session.in(), session.users(), session.protection())::delete)
            .undoneBy(new ClientImage());

    private Clients() {}

    /** Reads clients, of which a record may be but a part. */
    public static RecordParser parser(RecordLimits limits, RepresentationJsonParser.Maker<ClientRepresentation> maker) {
        // An export of one client holds the reader's permissions and the user store of origin.
        return new RepresentationJsonParser<>(limits, ClientRepresentation.class, Set.of("access", "origin"), maker);
    }

    /** Among records of several kinds, the type says that it is a client, and nothing of the client. */
    private static ClientRepresentation untyped(ClientRepresentation client) {
        if (TYPE.word().equals(client.getType())) {
            client.setType(null);
        }
        return client;
    }
}
