package org.millrace.bulk.entity;

import java.util.Set;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RepresentationJsonParser;
import org.millrace.bulk.record.ClientRecord;
import org.millrace.bulk.writer.copy.ClientTable;
import org.millrace.bulk.writer.model.ClientChunk;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.server.Database;

/** Clients, with their authorization settings. */
final class Clients {
    /** Keycloak flushes some ten times for each client, and every flush looks at all that the transaction has written. */
    private static final int CHUNK_SIZE = 25;

    static final ModelType TYPE = new ModelType(
            "clients",
            "client",
            ClientRecord.class,
            "client",
            "manage-clients",
            permissions -> permissions.clients().canManage() || FineGrained.applyTo(permissions),
            permissions -> permissions.clients().canManage(),
            Clients::parser,
            CHUNK_SIZE,
            Clients::chunk);

    private Clients() {}

    private static ModelChunk chunk(ModelScope scope) {
        Database database = scope.database();
        return database.isPostgres()
                ? new ClientChunk(
                        scope, new ClientTable(database, scope.imported().realmId()))
                : new ClientChunk(scope);
    }

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                ClientRepresentation.class,
                // An export of one client tells what its reader may do with it, and from which store it is.
                Set.of("access", "origin"),
                (position, client, json, named, warnings) ->
                        new ClientRecord(position, untyped(client), named, warnings));
    }

    /** Among records of several kinds, the type says that it is a client, and nothing of the client. */
    private static ClientRepresentation untyped(ClientRepresentation client) {
        if (TYPE.word().equals(client.getType())) {
            client.setType(null);
        }
        return client;
    }
}
