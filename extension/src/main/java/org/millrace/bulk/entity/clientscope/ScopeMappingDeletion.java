package org.millrace.bulk.entity.clientscope;

import java.util.ArrayList;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.clientscope.ScopeMappingLookup.Container;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Removes roles from the scope of a client or client scope, as {@code DELETE} below {@code scope-mappings} does: the roles of the record,
 * or all of their owner if the record has none.
 *
 * @param in for its thread
 */
record ScopeMappingDeletion(ChunkSession in) {
    Outcome delete(ScopeMappingRecord item) {
        ValidationResult result = new ValidationResult(in.validation(), item.warnings());
        ScopeMappingLookup lookup = new ScopeMappingLookup(item, in, result);
        Container container = lookup.container();
        RoleContainerModel owner = container == null ? null : lookup.owner();
        if (container == null || owner == null) {
            List<Violation> problems = result.problems();
            return problems.stream().allMatch(problem -> problem.code().startsWith("unknown-"))
                    ? unchanged(item)
                    : Outcomes.rejected(item, problems);
        }
        boolean mayView = lookup.mayView(container);
        if (!mayView && item.roles().isEmpty()) {
            return Outcomes.rejected(item, List.of(lookup.forbidden()));
        }
        List<RoleModel> present = container.rolesOf(owner);
        List<RoleModel> removed = item.roles().isEmpty() ? present : named(item, owner, lookup, result);
        for (RoleModel role : removed) {
            if (!in.permissions().roles().canMapClientScope(role)) {
                result.reject(ScopeMappingLookup.forbidden(role.getName()));
            }
        }
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        return remove(
                item,
                container,
                owner,
                mayView ? removed.stream().filter(present::contains).toList() : removed);
    }

    private static List<RoleModel> named(
            ScopeMappingRecord item, RoleContainerModel owner, ScopeMappingLookup lookup, ValidationResult result) {
        List<RoleModel> roles = new ArrayList<>();
        for (String name : item.roles()) {
            RoleModel role = owner.getRole(name.trim());
            if (role != null) {
                roles.add(role);
            } else if (!lookup.maySeeRoles(owner)) {
                result.reject(ScopeMappingLookup.forbidden(name));
            }
        }
        return roles;
    }

    private Outcome remove(
            ScopeMappingRecord item, Container container, RoleContainerModel owner, List<RoleModel> removed) {
        if (removed.isEmpty()) {
            return unchanged(item);
        }
        removed.forEach(container.model()::deleteScopeMapping);
        container.tell(OperationType.DELETE, removed, owner, in);
        return new Outcome.Deleted(item.position(), item.key(), container.id(), item.warnings(), null);
    }

    private static Outcome unchanged(ScopeMappingRecord item) {
        return new Outcome.Unchanged(item.position(), item.key(), null, item.warnings());
    }
}
