package org.millrace.bulk.entity.clientscope;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.clientscope.ScopeMappingLookup.Container;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.RejectionMapping;

/** Writes scope mappings of clients and client scopes as the calls below {@code scope-mappings} do. */
final class ScopeMappingChunk {
    private ScopeMappingChunk() {}

    static Outcome write(ScopeMappingRecord item, ChunkSession within) {
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        ScopeMappingLookup lookup = new ScopeMappingLookup(item, within, result);
        Container container = lookup.container();
        RoleContainerModel owner = container == null ? null : lookup.owner();
        if (container == null || owner == null) {
            return Outcomes.rejected(item, result.problems());
        }
        OnConflict onConflict = within.onConflict();
        boolean mayView = lookup.mayView(container);
        if (!mayView && onConflict != OnConflict.MERGE) {
            return Outcomes.rejected(item, List.of(lookup.forbidden()));
        }
        // As with Keycloak's own call, which adds them again.
        List<RoleModel> present = mayView ? container.rolesOf(owner) : List.of();
        if (!present.isEmpty() && onConflict == OnConflict.FAIL) {
            result.reject(Violation.of(
                    "scope-mapping-exists",
                    "roles",
                    "Client or client scope \"" + item.key().orElse("") + "\" has roles of this owner in its scope"));
            return Outcomes.rejected(item, result.problems());
        }
        if (!present.isEmpty() && onConflict == OnConflict.SKIP) {
            return new Outcome.Unchanged(item.position(), item.key(), container.id(), result.warnings());
        }
        Map<String, RoleModel> wanted = roles(item, owner, lookup, result);
        List<RoleModel> added = new ArrayList<>(wanted.values());
        added.removeAll(present);
        List<RoleModel> removed = new ArrayList<>(onConflict == OnConflict.REPLACE ? present : List.of());
        removed.removeAll(wanted.values());
        check(added, within, result);
        check(removed, within, result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        Runnable changed = within.changing(
                item.position(),
                ScopeMappingState.TYPE,
                container.id(),
                ScopeMappingState.keys(container, added, removed),
                keys -> ScopeMappingState.statesOf(within, keys));
        RejectionMapping.orPartialWrite(() -> {
            added.forEach(container.model()::addScopeMapping);
            removed.forEach(container.model()::deleteScopeMapping);
            added.forEach(role -> within.refersTo(Table.ROLE, role.getId()));
            return owner;
        });
        container.tell(OperationType.CREATE, added, owner, within);
        container.tell(OperationType.DELETE, removed, owner, within);
        changed.run();
        boolean changes = !added.isEmpty() || !removed.isEmpty();
        return EntityOutcomes.of(item, false, changes, container.id(), result.warnings());
    }

    private static Map<String, RoleModel> roles(
            ScopeMappingRecord item, RoleContainerModel owner, ScopeMappingLookup lookup, ValidationResult result) {
        boolean maySee = lookup.maySeeRoles(owner);
        String where = owner instanceof ClientModel client
                ? " in client \"" + client.getClientId() + "\""
                : " in realm \"" + ((RealmModel) owner).getName() + "\"";
        Map<String, RoleModel> roles = new LinkedHashMap<>();
        for (String name : item.roles()) {
            RoleModel role = owner.getRole(name.trim());
            if (role != null) {
                roles.put(role.getId(), role);
            } else if (maySee) {
                result.object(Violation.of("unknown-role", "roles", "Role \"" + name + "\" does not exist" + where));
            } else {
                result.reject(ScopeMappingLookup.forbidden(name));
            }
        }
        return roles;
    }

    private static void check(List<RoleModel> roles, ChunkSession within, ValidationResult result) {
        for (RoleModel role : roles) {
            if (!within.permissions().roles().canMapClientScope(role)) {
                result.reject(ScopeMappingLookup.forbidden(role.getName()));
            }
        }
    }
}
