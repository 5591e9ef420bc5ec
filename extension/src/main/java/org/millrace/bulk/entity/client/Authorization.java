package org.millrace.bulk.entity.client;

import java.util.List;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.EachRecord;

/** Authorization settings of clients, among records that stand before them and that they name. */
public final class Authorization {
    private static final String SETTINGS = "authorizationSettings";

    public static final ModelType TYPE = new ModelType(
                    "authorization",
                    "authorization",
                    AuthorizationRecord.class,
                    "client",
                    "manage-clients",
                    Clients.TYPE::mayImport,
                    Clients.TYPE::mayOversee,
                    limits -> Clients.parser(
                            limits,
                            (position, client, json, named, warnings) ->
                                    new AuthorizationRecord(position, client, ofSettings(warnings))),
                    EachRecord.of(AuthorizationRecord.class, AuthorizationChunk::write))
            .undoneBy(new AuthorizationState());

    private Authorization() {}

    /** What else a client has is another record's. */
    private static List<Violation> ofSettings(List<Violation> warnings) {
        return warnings.stream()
                .filter(warning -> warning.field() != null && warning.field().startsWith(SETTINGS))
                .toList();
    }
}
