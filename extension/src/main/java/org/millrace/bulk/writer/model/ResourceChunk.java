package org.millrace.bulk.writer.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.keycloak.authorization.model.Resource;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.record.ResourceRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;
import org.millrace.bulk.writer.OnConflict;

/** Writes authorization resources as {@code POST} and {@code PUT /clients/{id}/authz/resource-server/resource} leave them. */
public final class ResourceChunk implements ModelChunk {
    private static final int MAX_ID_LENGTH = 36;

    private final ModelScope scope;

    public ResourceChunk(ModelScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession within = new ChunkSession(scope, session, realm);
        Map<String, ResourceHome> homes = new HashMap<>();
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((ResourceRecord) item, within, homes));
        within.fireEvents();
        return outcomes;
    }

    private static Outcome write(ResourceRecord item, ChunkSession within, Map<String, ResourceHome> homes) {
        Findings findings = new Findings(within.validation(), item.warnings());
        String clientId = item.clientId();
        if (clientId == null || clientId.isBlank()) {
            return rejected(item, Violation.of("missing-client-id", "clientId", "The clientId is missing"));
        }
        ResourceHome home = homes.computeIfAbsent(clientId, id -> ResourceHome.of(within, id));
        if (home.fault() != null) {
            return rejected(item, home.fault());
        }
        ResourceRepresentation resource = Representations.copy(item.resource(), ResourceRepresentation.class);
        Optional<String> owner = home.owner(resource.getOwner());
        if (owner.isEmpty()) {
            return rejected(item, Violation.of("unknown-owner", "owner", "The owner is no user of the realm"));
        }
        Resource stored = home.stored(resource, owner.get());
        if (stored == null) {
            return create(item, resource, owner.get(), home, findings);
        }
        return switch (within.onConflict()) {
            case FAIL -> rejected(item, exists(stored.getId().equals(resource.getId())));
            case SKIP -> new Outcome.Unchanged(item.position(), item.key(), stored.getId(), findings.warnings());
            case MERGE, REPLACE -> {
                boolean keepsOwner = resource.getOwner() == null || owner.get().equals(stored.getOwner());
                yield keepsOwner
                        ? change(item, resource, stored, home, findings)
                        : rejected(item, Violation.of("owner-differs", "owner", "A resource keeps its owner"));
            }
        };
    }

    private static Violation exists(boolean byId) {
        return byId
                ? Violation.of("id-exists", "_id", "A resource with this id exists")
                : Violation.of("resource-exists", "name", "The owner has a resource with this name");
    }

    private static Outcome create(
            ResourceRecord item, ResourceRepresentation resource, String owner, ResourceHome home, Findings findings) {
        String id = resource.getId();
        if (id != null && (id.isBlank() || id.length() > MAX_ID_LENGTH)) {
            findings.reject(Violation.of("invalid-id", "_id", "An id has 1 to " + MAX_ID_LENGTH + " characters"));
        } else if (id != null && home.within().takenIds().contain("resource_server_resource", id)) {
            findings.reject(exists(true));
        }
        if (!isFit(resource, home, findings)) {
            return Outcomes.rejected(item, findings.problems());
        }
        resource.setOwner(new ResourceOwnerRepresentation(owner));
        String created = write(resource, home, OperationType.CREATE);
        return new Outcome.Created(item.position(), item.key(), created, findings.warnings());
    }

    private static Outcome change(
            ResourceRecord item, ResourceRepresentation record, Resource stored, ResourceHome home, Findings findings) {
        ResourceRepresentation target = home.within().onConflict() == OnConflict.REPLACE
                ? ResourceTarget.replaced(record, stored)
                : ResourceTarget.merged(record, item.named(), stored);
        if (!target.getName().equals(stored.getName()) && home.named(target.getName(), stored.getOwner()) != null) {
            findings.reject(exists(false));
        }
        if (!isFit(target, home, findings)) {
            return Outcomes.rejected(item, findings.problems());
        }
        if (ResourceTarget.portrait(target).equals(ResourceTarget.portrait(ResourceTarget.of(stored)))) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), findings.warnings());
        }
        String id = write(target, home, OperationType.UPDATE);
        return new Outcome.Updated(item.position(), item.key(), id, findings.warnings());
    }

    private static boolean isFit(ResourceRepresentation resource, ResourceHome home, Findings findings) {
        ResourceCheck check = new ResourceCheck(findings, "");
        check.check(resource);
        check.templates(resource);
        if (!findings.isRejected()) {
            home.settleScopes(resource).ifPresent(findings::reject);
        }
        return !findings.isRejected();
    }

    private static String write(ResourceRepresentation resource, ResourceHome home, OperationType operation) {
        String id = Refusal.orHalfWritten(() -> RepresentationToModel.toModel(resource, home.server(), home.provider())
                .getId());
        home.within()
                .tell(
                        operation,
                        ResourceType.AUTHORIZATION_RESOURCE,
                        () -> resource,
                        "clients",
                        Objects.requireNonNull(home.client()).getId(),
                        "authz",
                        "resource-server",
                        "resource",
                        id);
        return id;
    }

    private static Outcome rejected(ResourceRecord item, Violation violation) {
        return Outcomes.rejected(item, List.of(violation));
    }
}
