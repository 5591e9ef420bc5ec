package org.millrace.bulk.writer.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ProtocolMapperContainerModel;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;

/** Problems of the protocol mappers of a client or client scope that the database would refuse. For one record. */
public final class ProtocolMapperCheck {
    private static final String FIELD = "protocolMappers";
    private static final String CODE = "invalid-protocol-mapper";

    private final ChunkSession within;
    private final ValidationResult result;

    public ProtocolMapperCheck(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.result = result;
    }

    /**
     * Checks names and ids.
     *
     * @param mappers of a record, which may name none
     * @param stored the client or client scope as it is stored; null if it is to be created
     */
    public void check(
            @Nullable List<ProtocolMapperRepresentation> mappers, @Nullable ProtocolMapperContainerModel stored) {
        Set<List<String>> keys = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (ProtocolMapperRepresentation mapper :
                mappers == null ? List.<ProtocolMapperRepresentation>of() : mappers) {
            String protocol = mapper.getProtocol();
            String name = mapper.getName();
            if (protocol == null || name == null || mapper.getProtocolMapper() == null) {
                result.reject(Violation.of(CODE, FIELD, "The fields protocol, name and protocolMapper are required"));
                continue;
            }
            if (!keys.add(List.of(protocol, name))) {
                result.reject(Violation.of(CODE, FIELD + ".name", "Duplicate protocol mapper \"" + name + "\""));
            }
            boolean isNew = stored == null || stored.getProtocolMapperByName(protocol, name) == null;
            String id = mapper.getId();
            if (isNew && id != null) {
                EntityId.problem(FIELD + ".id", id).ifPresent(result::reject);
            }
            if (isNew && id != null && (!ids.add(id) || within.takenIds().contain("protocol_mapper", id))) {
                result.reject(Violation.of(
                        "id-exists", FIELD + ".id", "Protocol mapper with id \"" + id + "\" already exists"));
            }
        }
    }
}
