package org.millrace.bulk.entity.clientscope;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.ScopeMappingRepresentation;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.EachRecord;

/** Roles in the scope of clients and client scopes. */
public final class ScopeMappings {
    private static final String CLIENT_ID = "clientId";

    public static final ModelType TYPE = new ModelType(
                    "scope-mappings",
                    "scope-mapping",
                    ScopeMappingRecord.class,
                    "client",
                    ClientScopes.PERMISSION,
                    CallerPermissions::managesSomeClient,
                    permissions -> permissions.evaluator().clients().canManage(),
                    ScopeMappings::parser,
                    EachRecord.of(ScopeMappingRecord.class, ScopeMappingChunk::write))
            .deletedBy(ScopeMappingRecord.class, session -> new ScopeMappingDeletion(session.in())::delete)
            .undoneBy(new ScopeMappingState());

    private ScopeMappings() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                ScopeMappingRepresentation.class,
                Set.of("type", CLIENT_ID, "self"),
                (position, mapping, json, named, warnings) -> record(position, mapping, json, warnings));
    }

    @SuppressWarnings("deprecation") // Exports before Keycloak 4 name client templates.
    private static ScopeMappingRecord record(
            Position position, ScopeMappingRepresentation mapping, JsonNode json, List<Violation> warnings) {
        String scope = mapping.getClientScope() == null ? mapping.getClientTemplate() : mapping.getClientScope();
        List<String> roles = mapping.getRoles() == null ? List.of() : List.copyOf(mapping.getRoles());
        return new ScopeMappingRecord(position, mapping.getClient(), scope, clientId(json), roles, warnings);
    }

    private static @Nullable String clientId(JsonNode json) {
        JsonNode clientId = json.path(CLIENT_ID);
        return clientId.isMissingNode() || clientId.isNull() ? null : clientId.asText();
    }
}
