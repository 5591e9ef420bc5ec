package org.millrace.bulk.entity.organization;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.OrganizationModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.representations.idm.OrganizationRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.entity.group.GroupLengths;
import org.millrace.bulk.entity.group.GroupPlan;
import org.millrace.bulk.entity.group.GroupPlanning;
import org.millrace.bulk.entity.group.MappedRoles;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.entity.organization.member.Members;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/**
 * Plans the change of a record to an organization, or rejects it with the reasons of Keycloak's own calls. Writes nothing. For
 * one session and its thread.
 */
final class OrganizationPlanning {
    private final ChunkSession in;
    private final KnownOrganizations organizations;
    private final MappedRoles roles;
    private final Members users;
    private final OnConflict onConflict;

    OrganizationPlanning(
            ChunkSession in,
            KnownOrganizations organizations,
            MappedRoles roles,
            Members users,
            OnConflict onConflict) {
        this.in = in;
        this.organizations = organizations;
        this.roles = roles;
        this.users = users;
        this.onConflict = onConflict;
    }

    /** @return empty if the record is rejected */
    Optional<OrganizationPlan> of(OrganizationRecord item, ValidationResult result) {
        if (!organizations.areEnabled(result)) {
            return Optional.empty();
        }
        OrganizationRepresentation wanted = item.organization();
        Optional<OrganizationModel> present = present(wanted);
        AdminPermissionEvaluator permissions = in.permissions();
        if (onConflict == OnConflict.SKIP
                && present.filter(found -> KeycloakBridge.mayViewOrganization(permissions, found))
                        .isPresent()) {
            return present.map(OrganizationPlan::kept);
        }
        boolean isAllowed = present.isPresent() && onConflict.isChanging()
                ? OrganizationAccess.mayManage(permissions, present.get())
                : mayCreate(wanted, permissions);
        if (!isAllowed) {
            // The same of an organization that exists and of one that does not: the caller may not know.
            result.reject(Violation.of("forbidden-organization", null, "You may not add or change this organization"));
            return Optional.empty();
        }
        if (present.isPresent() && !onConflict.isChanging()) {
            result.reject(Violation.of(
                    "organization-exists",
                    null,
                    "Organization \"" + present.get().getAlias() + "\" already exists"));
            return Optional.empty();
        }
        Optional<OrganizationFields> target =
                present.isPresent() ? changed(item, present.get(), result) : created(wanted, result);
        if (target.isEmpty()) {
            return Optional.empty();
        }
        OrganizationPlan plan = plan(item, present.orElse(null), target.get(), result);
        return result.isRejected() ? Optional.empty() : Optional.of(plan);
    }

    /**
     * Keycloak's {@code POST /organizations} requires the permission to manage; the calls for members, groups and identity providers also
     * require the one to view.
     */
    private static boolean mayCreate(OrganizationRepresentation wanted, AdminPermissionEvaluator permissions) {
        boolean hasParts = !isEmpty(wanted.getMembers())
                || !isEmpty(wanted.getIdentityProviders())
                || !KeycloakBridge.groupsOf(wanted).isEmpty();
        return hasParts
                ? OrganizationAccess.mayManageNew(permissions)
                : KeycloakBridge.mayManageOrganizations(permissions);
    }

    private static boolean isEmpty(@Nullable List<?> list) {
        return list == null || list.isEmpty();
    }

    /** By the id, else by the alias, else by the name. */
    private Optional<OrganizationModel> present(OrganizationRepresentation wanted) {
        String name = wanted.getName();
        String alias = isBlank(wanted.getAlias()) ? name : wanted.getAlias();
        return organizations
                .byId(wanted.getId())
                .or(() -> isBlank(alias) ? Optional.empty() : organizations.byAlias(alias))
                .or(() -> isBlank(name) ? Optional.empty() : organizations.byName(name));
    }

    private Optional<OrganizationFields> created(OrganizationRepresentation wanted, ValidationResult result) {
        String name = wanted.getName();
        if (isBlank(name)) {
            result.reject(Violation.of("invalid-name", "name", "Name can not be null"));
            return Optional.empty();
        }
        String alias = isBlank(wanted.getAlias()) ? name : wanted.getAlias();
        OrganizationChecks checks = new OrganizationChecks(organizations, result);
        checks.newId(wanted.getId());
        checks.newAlias(alias);
        OrganizationFields target = OrganizationFields.of(wanted, name, alias);
        checks.check(target, null);
        return Optional.of(target);
    }

    private Optional<OrganizationFields> changed(
            OrganizationRecord item, OrganizationModel current, ValidationResult result) {
        OrganizationRepresentation wanted = item.organization();
        if (!isBlank(wanted.getAlias()) && !wanted.getAlias().equals(current.getAlias())) {
            result.reject(
                    Violation.of("invalid-alias", "alias", "Alias \"" + current.getAlias() + "\" cannot be changed"));
        }
        String name = isBlank(wanted.getName()) ? current.getName() : wanted.getName();
        OrganizationFields target = onConflict == OnConflict.REPLACE
                ? OrganizationFields.of(wanted, name, current.getAlias())
                : OrganizationFields.of(current).merged(wanted, item.named(), name);
        new OrganizationChecks(organizations, result).check(target, current);
        return Optional.of(target);
    }

    private OrganizationPlan plan(
            OrganizationRecord item,
            @Nullable OrganizationModel current,
            OrganizationFields target,
            ValidationResult result) {
        OrganizationRepresentation wanted = item.organization();
        boolean replaces = onConflict == OnConflict.REPLACE;
        GroupContainer place = current == null ? new NewOrganizationGroups(in) : organizations.groups(current);
        List<GroupRepresentation> named = KeycloakBridge.groupsOf(wanted);
        new GroupLengths(result).check("groups", named);
        List<GroupPlan> groups = new GroupPlanning(place, roles, onConflict).ofAll(named, "groups", result);
        OrganizationProviders providers = new OrganizationProviders(in, current, replaces);
        OrganizationMembers members = new OrganizationMembers(organizations, users, current, place, groups);
        return new OrganizationPlan(
                current,
                wanted.getId(),
                current == null ? null : OrganizationFields.of(current),
                target,
                groups,
                providers.linked(wanted.getIdentityProviders(), result),
                providers.unlinked(wanted.getIdentityProviders(), result),
                members.wanted(wanted.getMembers(), result),
                replaces ? members.leaving(wanted.getMembers(), result) : List.of());
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }
}
