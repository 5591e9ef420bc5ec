package org.millrace.bulk.entity.organization;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.group.container.StoredGroups;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/** The organizations of a realm for an import: those found by alias are kept. For one session and its thread. */
public final class KnownOrganizations {
    private final ChunkSession in;
    private final StoredGroups stored;
    private final StoredOrganizations organizations;
    private final Map<String, OrganizationModel> byAlias = new HashMap<>();
    private final Map<String, OrganizationGroups> groups = new HashMap<>();

    /** The organizations of the session's realm. */
    public KnownOrganizations(ChunkSession in) {
        this.in = in;
        this.stored = new StoredGroups(in.database(), in.realm().getId());
        this.organizations = new StoredOrganizations(in);
    }

    /** Whether the realm has organizations at all; that it has not is a reason to reject a record. */
    public boolean areEnabled(ValidationResult result) {
        Optional<Violation> fault = organizations.fault();
        fault.ifPresent(result::reject);
        return fault.isEmpty();
    }

    /** Whether new organizations may have the ids of their records. */
    public boolean mayChooseIds() {
        return in.mayChooseIds();
    }

    /** The problem of a new organization whose id another one has. */
    public Violation idInUse(String id) {
        return in.idInUse("organization", "id", "org", id);
    }

    /** @throws IllegalStateException if the server has none; see {@link #areEnabled} */
    public OrganizationProvider provider() {
        return organizations.provider();
    }

    /** The organization with this alias, as it was when it was found first. */
    public Optional<OrganizationModel> byAlias(String alias) {
        OrganizationModel known = byAlias.get(alias);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<OrganizationModel> found = Optional.ofNullable(organizations.byAlias(alias));
        found.ifPresent(organization -> byAlias.put(alias, organization));
        return found;
    }

    /** Invalidates a cached organization: a model object obtained before a change does not show all of it. */
    public void forget(OrganizationModel organization) {
        byAlias.remove(organization.getAlias());
    }

    /** The organization with this very name. */
    public Optional<OrganizationModel> byName(String name) {
        return Optional.ofNullable(organizations.byName(name));
    }

    /** An organization of this realm; those of others have no name here. */
    public Optional<OrganizationModel> byId(@Nullable String id) {
        return id != null && realmOf(id).orElse("").equals(in.realm().getId())
                ? Optional.ofNullable(provider().getById(id))
                : Optional.empty();
    }

    /** The realm that an organization with this id is in; empty if there is none. */
    public Optional<String> realmOf(String id) {
        return stored.realmOfOrganization(id);
    }

    /** The group that holds the members of an organization. */
    public GroupModel groupOf(OrganizationModel organization) {
        return KeycloakBridge.groupOf(in.session(), in.realm(), organization);
    }

    /** Its groups. */
    public OrganizationGroups groups(OrganizationModel organization) {
        return groups.computeIfAbsent(organization.getId(), id -> new OrganizationGroups(in, organization));
    }

    /** Does something with an organization in the session's context, where Keycloak's own calls have it too. */
    public <T> T with(OrganizationModel organization, Supplier<T> work) {
        OrganizationModel before = in.session().getContext().getOrganization();
        in.session().getContext().setOrganization(organization);
        try {
            return work.get();
        } finally {
            in.session().getContext().setOrganization(before);
        }
    }
}
