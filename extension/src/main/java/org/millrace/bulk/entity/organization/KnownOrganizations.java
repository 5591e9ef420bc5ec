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

/** The organizations of a realm, as one session sees them. For that session's thread. */
public final class KnownOrganizations {
    private final ChunkSession in;
    private final StoredGroups stored;
    private final @Nullable OrganizationProvider provider;
    private final Map<String, OrganizationModel> byAlias = new HashMap<>();
    private final Map<String, OrganizationGroups> groups = new HashMap<>();

    public KnownOrganizations(ChunkSession in) {
        this.in = in;
        this.stored = new StoredGroups(in.database(), in.realm().getId());
        this.provider = in.session().getProvider(OrganizationProvider.class);
    }

    /** Whether the realm has organizations at all; that it has not is a reason to reject a record. */
    public boolean areEnabled(ValidationResult result) {
        boolean enabled = provider != null && provider.isEnabled();
        if (!enabled) {
            result.reject(Violation.of("organizations-disabled", null, "Organizations are not enabled for this realm"));
        }
        return enabled;
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
        if (provider == null) {
            throw new IllegalStateException("the server has no organizations");
        }
        return provider;
    }

    public Optional<OrganizationModel> byAlias(String alias) {
        OrganizationModel known = byAlias.get(alias);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<OrganizationModel> found = in.unfiltered(() -> provider()
                .getAllStream(Map.of(OrganizationModel.ALIAS, alias), -1, -1)
                .findAny());
        found.ifPresent(organization -> byAlias.put(alias, organization));
        return found;
    }

    /** Invalidates a cached organization: a model object obtained before a change does not show all of it. */
    public void forget(OrganizationModel organization) {
        byAlias.remove(organization.getAlias());
    }

    public Optional<OrganizationModel> byName(String name) {
        // The search is for names and domains alike.
        return in.unfiltered(() -> provider()
                .getAllStream(name, true, -1, -1)
                .filter(organization -> organization.getName().equals(name))
                .findFirst());
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
