package org.millrace.bulk.entity.resource;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.keycloak.authorization.model.Resource;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.bulk.writer.model.Representations;

/** Writes authorization resources as {@code POST} and {@code PUT /clients/{id}/authz/resource-server/resource} leave them. */
public final class ResourceChunk implements ModelChunk {
    private final ModelScope scope;
    private final Optional<Supplier<ResourceRows>> rows;

    /**
     * Writes resources of one import.
     *
     * @param rows opens the tables for one chunk, whose new resources are written together; if empty, one is written after the other
     */
    public ResourceChunk(ModelScope scope, Optional<Supplier<ResourceRows>> rows) {
        this.scope = scope;
        this.rows = rows;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession within = new ChunkSession(scope, session, realm);
        ModelResources resources = resources(chunk, within);
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((ResourceRecord) item, resources));
        resources.settle();
        within.fireEvents();
        return outcomes;
    }

    private ModelResources resources(Chunk chunk, ChunkSession within) {
        if (rows.isEmpty()) {
            return new ModelResources(within);
        }
        return new BatchedResources(within, rows.get().get(), chunk.items(ResourceRecord.class));
    }

    private static Outcome write(ResourceRecord item, ModelResources resources) {
        ValidationResult result = new ValidationResult(resources.in().validation(), item.warnings());
        String clientId = item.clientId();
        if (clientId == null || clientId.isBlank()) {
            return rejected(item, Violation.of("missing-client-id", "clientId", "Missing field \"clientId\""));
        }
        OwningClient home = resources.home(clientId);
        if (home.fault() != null) {
            return rejected(item, home.fault());
        }
        ResourceRepresentation resource = Representations.copy(item.resource(), ResourceRepresentation.class);
        Optional<String> owner = resources.owner(home, resource.getOwner());
        if (owner.isEmpty()) {
            ResourceOwnerRepresentation named = resource.getOwner();
            String name = named.getName() == null ? named.getId() : named.getName();
            if (resources.owners().mayBeHidden(home)) {
                String either = "You may not view owner \"" + name + "\", or the user does not exist";
                return rejected(item, Violation.of("forbidden-user", "owner", either));
            }
            String detail = "Owner \"" + name + "\" is not a user of realm \""
                    + resources.in().realm().getName() + "\"";
            return rejected(item, Violation.of("unknown-owner", "owner", detail));
        }
        Optional<String> present = resources.meant(home, resource, owner.get());
        if (present.isEmpty()) {
            resource.setOwner(new ResourceOwnerRepresentation(owner.get()));
            return create(item, resource, home, resources, result);
        }
        String id = present.get();
        OnConflict onConflict = resources.in().onConflict();
        if (!home.mayView() && (onConflict == OnConflict.SKIP || onConflict == OnConflict.REPLACE)) {
            return rejected(item, OwningClient.hidden());
        }
        return switch (onConflict) {
            case FAIL -> rejected(item, exists(resource, id.equals(resource.getId())));
            case SKIP -> new Outcome.Unchanged(item.position(), item.key(), id, result.warnings());
            case MERGE, REPLACE -> {
                Resource stored = resources.stored(home, id);
                if (!home.mayView() && resource.getOwner() != null) {
                    result.warn(
                            Violation.of("owner-kept", "owner", "The owner of an existing resource is not changed"));
                    resource.setOwner((ResourceOwnerRepresentation) null);
                }
                boolean keepsOwner = resource.getOwner() == null || owner.get().equals(stored.getOwner());
                yield keepsOwner
                        ? change(item, resource, stored, home, resources, result)
                        : rejected(
                                item,
                                Violation.of(
                                        "owner-differs",
                                        "owner",
                                        "The owner of an existing resource cannot be changed"));
            }
        };
    }

    private static Violation exists(ResourceRepresentation resource, boolean byId) {
        return byId
                ? Violation.of("id-exists", "_id", "Resource with id \"" + resource.getId() + "\" already exists")
                : Violation.of(
                        "resource-exists",
                        "name",
                        "Resource \"" + resource.getName() + "\" of this owner already exists");
    }

    private static Outcome create(
            ResourceRecord item,
            ResourceRepresentation resource,
            OwningClient home,
            ModelResources resources,
            ValidationResult result) {
        String id = resource.getId();
        Optional<Violation> problem = id == null ? Optional.empty() : EntityId.problem("_id", id);
        if (problem.isPresent()) {
            result.reject(problem.get());
        } else if (id != null && resources.isTaken(id)) {
            result.reject(exists(resource, true));
        }
        if (!isFit(resource, home, resources, result)) {
            return Outcomes.rejected(item, result.problems());
        }
        Set<String> newScopes = newScopes(resource, home, resources);
        String created = RejectionMapping.orPartialWrite(() -> resources.create(home, resource));
        resources.in().createdScopes(item.position(), created, home.serverId(), newScopes);
        tell(OperationType.CREATE, resource, created, home, resources);
        return new Outcome.Created(item.position(), item.key(), created, result.warnings());
    }

    private static Outcome change(
            ResourceRecord item,
            ResourceRepresentation record,
            Resource stored,
            OwningClient home,
            ModelResources resources,
            ValidationResult result) {
        ResourceRepresentation target = resources.in().onConflict() == OnConflict.REPLACE
                ? ResourceTarget.replaced(record, stored)
                : ResourceTarget.merged(record, item.named(), stored);
        if (!target.getName().equals(stored.getName())
                && resources.named(home, target.getName(), stored.getOwner()).isPresent()) {
            result.reject(exists(target, false));
        }
        if (!isFit(target, home, resources, result)) {
            return Outcomes.rejected(item, result.problems());
        }
        if (home.mayView()
                && ResourceTarget.portrait(target).equals(ResourceTarget.portrait(ResourceTarget.of(stored)))) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), result.warnings());
        }
        PartKey self = new PartKey(ResourceState.TYPE, stored.getId());
        resources.in().changing(item.position(), stored.getId(), () -> ResourceState.of(resources.in(), self));
        Set<String> newScopes = newScopes(target, home, resources);
        RejectionMapping.orPartialWrite(() -> {
            resources.change(home, stored, target);
            return true;
        });
        resources.in().createdScopes(item.position(), stored.getId(), home.serverId(), newScopes);
        tell(OperationType.UPDATE, target, stored.getId(), home, resources);
        return new Outcome.Updated(item.position(), item.key(), stored.getId(), result.warnings());
    }

    /** The names of the scopes that the client does not have yet; empty if nothing will be undone. */
    private static Set<String> newScopes(ResourceRepresentation resource, OwningClient home, ModelResources resources) {
        return resources.in().keepsStates()
                ? resource.getScopes().stream()
                        .map(ScopeRepresentation::getName)
                        .filter(name -> resources.scopeId(home, name).isEmpty())
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private static boolean isFit(
            ResourceRepresentation resource, OwningClient home, ModelResources resources, ValidationResult result) {
        ResourceCheck check = new ResourceCheck(result, "");
        check.check(resource);
        check.templates(resource);
        if (!result.isRejected()) {
            resources.settleScopes(home, resource).ifPresent(result::reject);
        }
        return !result.isRejected();
    }

    private static void tell(
            OperationType operation,
            ResourceRepresentation resource,
            String id,
            OwningClient home,
            ModelResources resources) {
        resources
                .in()
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
    }

    private static Outcome rejected(ResourceRecord item, Violation violation) {
        return Outcomes.rejected(item, List.of(violation));
    }
}
