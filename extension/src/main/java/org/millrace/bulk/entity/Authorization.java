package org.millrace.bulk.entity;

import java.util.List;
import java.util.Set;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RepresentationJsonParser;
import org.millrace.bulk.record.AuthorizationRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.model.AuthorizationChunk;

/** Authorization settings of clients, among records that stand before them and that they name. */
final class Authorization {
    private static final String SETTINGS = "authorizationSettings";

    static final ModelType TYPE = new ModelType(
            "authorization",
            "authorization",
            AuthorizationRecord.class,
            "client",
            "manage-clients",
            Clients.TYPE::mayImport,
            Clients.TYPE::mayOversee,
            Authorization::parser,
            ModelType.CHUNK_SIZE,
            AuthorizationChunk::new);

    private Authorization() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                ClientRepresentation.class,
                Set.of("access", "origin"),
                (position, client, json, named, warnings) ->
                        new AuthorizationRecord(position, client, ofSettings(warnings)));
    }

    /** What else a client has is another record's. */
    private static List<Violation> ofSettings(List<Violation> warnings) {
        return warnings.stream()
                .filter(warning -> warning.field() != null && warning.field().startsWith(SETTINGS))
                .toList();
    }
}
