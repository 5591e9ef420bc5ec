package org.millrace.bulk.entity.organization;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RealmLookup;

/** Looks up organizations of the realm, without a cache and without the caller's permissions. For one session and its thread. */
public final class StoredOrganizations {
    private final ChunkSession in;
    private final @Nullable OrganizationProvider provider;

    /** The organizations of the session's realm. */
    public StoredOrganizations(ChunkSession in) {
        this.in = in;
        this.provider = in.session().getProvider(OrganizationProvider.class);
    }

    /** The problem of every record about organizations if the realm has none; empty if it can have some. */
    public Optional<Violation> fault() {
        return provider != null && provider.isEnabled()
                ? Optional.empty()
                : Optional.of(
                        Violation.of("organizations-disabled", null, "Organizations are not enabled for this realm"));
    }

    /** @throws IllegalStateException if the server has no organizations; see {@link #fault} */
    public OrganizationProvider provider() {
        if (provider == null) {
            throw new IllegalStateException("the server has no organizations");
        }
        return provider;
    }

    /** The organization with this id; null if there is none. */
    @Nullable
    public OrganizationModel byId(String id) {
        return RealmLookup.byId(() ->
                in.unfiltered(() -> Optional.ofNullable(provider().getById(id))).orElse(null));
    }

    /** The organization with this alias; null if there is none. */
    @Nullable
    public OrganizationModel byAlias(String alias) {
        return in.unfiltered(() -> provider()
                        .getAllStream(Map.of(OrganizationModel.ALIAS, alias), -1, -1)
                        .findAny())
                .orElse(null);
    }

    /** The organization with this very name; null if there is none. */
    @Nullable
    public OrganizationModel byName(String name) {
        // The search finds names and domains.
        return in.unfiltered(() -> provider()
                        .getAllStream(name, true, -1, -1)
                        .filter(organization -> organization.getName().equals(name))
                        .findFirst())
                .orElse(null);
    }
}
