package org.millrace.bulk.entity.clientscope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.RejectionMapping;

/**
 * Changes one client scope, as {@code PUT /client-scopes/{id}} and the calls for its protocol mappers do. A record that names protocol
 * mappers names all of them.
 */
final class ClientScopeRevision {
    private final ChunkSession within;
    private final ValidationResult result;

    ClientScopeRevision(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.result = result;
    }

    /** The protocol mappers to be added or changed, and those to be removed. */
    private record MapperChange(List<ProtocolMapperModel> set, List<ProtocolMapperModel> removed) {
        boolean isEmpty() {
            return set.isEmpty() && removed.isEmpty();
        }
    }

    /** @param wanted the record's client scope; is changed */
    Outcome write(ClientScopeRecord item, ClientScopeRepresentation wanted, ClientScopeModel stored) {
        MaskedSecrets.unmask(wanted.getProtocolMappers(), stored, result);
        boolean replaces = within.onConflict() == OnConflict.REPLACE;
        ClientScopeRepresentation before = ModelToRepresentation.toRepresentation(stored);
        ClientScopeRepresentation target = replaces ? replaced(wanted, before) : merged(wanted, before);
        ClientScopeCheck check = new ClientScopeCheck(within, result);
        check.values(target, stored);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        MapperChange mappers = wanted.getProtocolMappers() == null && !replaces
                ? new MapperChange(List.of(), List.of())
                : mappers(target, stored);
        mappers.set().forEach(mapper -> check.mapper(mapper, stored));
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        within.changing(item.position(), stored.getId(), () -> ClientScopeState.of(within, stored.getId()));
        boolean changes = RejectionMapping.orPartialWrite(() -> {
            check.addDefaults(target);
            boolean differs = !haveSameFields(target, before);
            if (differs) {
                change(stored, target);
            }
            change(stored, mappers);
            return differs || !mappers.isEmpty();
        });
        // As with PUT, a caller who may not view the client scope does not learn that it equals the record.
        boolean showsChange = changes || !within.permissions().clients().canView(stored);
        return EntityOutcomes.of(item, false, showsChange, stored.getId(), result.warnings());
    }

    private static ClientScopeRepresentation merged(
            ClientScopeRepresentation wanted, ClientScopeRepresentation before) {
        ClientScopeRepresentation target = new ClientScopeRepresentation();
        target.setId(before.getId());
        target.setName(Objects.requireNonNullElse(wanted.getName(), before.getName()));
        target.setDescription(wanted.getDescription() == null ? before.getDescription() : wanted.getDescription());
        target.setProtocol(wanted.getProtocol() == null ? before.getProtocol() : wanted.getProtocol());
        Map<String, String> attributes = new HashMap<>(before.getAttributes());
        attributes.putAll(present(wanted.getAttributes()));
        target.setAttributes(attributes);
        target.setProtocolMappers(wanted.getProtocolMappers());
        return target;
    }

    private static ClientScopeRepresentation replaced(
            ClientScopeRepresentation wanted, ClientScopeRepresentation before) {
        ClientScopeRepresentation target = new ClientScopeRepresentation();
        target.setId(before.getId());
        target.setName(Objects.requireNonNullElse(wanted.getName(), before.getName()));
        target.setDescription(wanted.getDescription());
        target.setProtocol(wanted.getProtocol());
        target.setAttributes(new HashMap<>(present(wanted.getAttributes())));
        target.setProtocolMappers(wanted.getProtocolMappers());
        return target;
    }

    private static Map<String, String> present(@Nullable Map<String, String> named) {
        return named == null ? Map.of() : named;
    }

    private static MapperChange mappers(ClientScopeRepresentation target, ClientScopeModel stored) {
        List<ProtocolMapperRepresentation> named =
                target.getProtocolMappers() == null ? List.of() : target.getProtocolMappers();
        List<ProtocolMapperModel> set = new ArrayList<>();
        List<ProtocolMapperModel> removed =
                new ArrayList<>(stored.getProtocolMappersStream().toList());
        for (ProtocolMapperRepresentation each : named) {
            ProtocolMapperModel mapper = RepresentationToModel.toModel(each);
            if (mapper.getConfig() == null) {
                mapper.setConfig(new HashMap<>());
            }
            ProtocolMapperModel present = stored.getProtocolMapperByName(each.getProtocol(), each.getName());
            if (present != null) {
                mapper.setId(present.getId());
                removed.removeIf(one -> one.getId().equals(present.getId()));
            }
            if (present == null || !areEqual(mapper, present)) {
                set.add(mapper);
            }
        }
        return new MapperChange(set, removed);
    }

    private static boolean areEqual(ProtocolMapperModel one, ProtocolMapperModel other) {
        return Objects.equals(one.getProtocolMapper(), other.getProtocolMapper())
                && present(one.getConfig()).equals(present(other.getConfig()));
    }

    private static boolean haveSameFields(ClientScopeRepresentation target, ClientScopeRepresentation before) {
        return target.getName().equals(before.getName())
                && Objects.equals(target.getDescription(), before.getDescription())
                && Objects.equals(target.getProtocol(), before.getProtocol())
                && present(target.getAttributes()).equals(present(before.getAttributes()));
    }

    private void change(ClientScopeModel stored, ClientScopeRepresentation target) {
        List<String> gone = stored.getAttributes().keySet().stream()
                .filter(name -> !present(target.getAttributes()).containsKey(name))
                .toList();
        gone.forEach(stored::removeAttribute);
        if (target.getDescription() == null) {
            stored.setDescription(null);
        }
        RepresentationToModel.updateClientScope(target, stored);
        within.tell(OperationType.UPDATE, ResourceType.CLIENT_SCOPE, () -> target, "client-scopes", stored.getId());
    }

    private void change(ClientScopeModel stored, MapperChange mappers) {
        for (ProtocolMapperModel mapper : mappers.removed()) {
            stored.removeProtocolMapper(mapper);
            tell(OperationType.DELETE, stored, mapper);
        }
        for (ProtocolMapperModel mapper : mappers.set()) {
            if (stored.getProtocolMapperByName(mapper.getProtocol(), mapper.getName()) == null) {
                tell(OperationType.CREATE, stored, stored.addProtocolMapper(mapper));
            } else {
                stored.updateProtocolMapper(mapper);
                tell(OperationType.UPDATE, stored, mapper);
            }
        }
    }

    private void tell(OperationType operation, ClientScopeModel stored, ProtocolMapperModel mapper) {
        within.tell(
                operation,
                ResourceType.PROTOCOL_MAPPER,
                () -> operation == OperationType.DELETE ? null : ModelToRepresentation.toRepresentation(mapper),
                "client-scopes",
                stored.getId(),
                "protocol-mappers",
                "models",
                mapper.getId());
    }
}
