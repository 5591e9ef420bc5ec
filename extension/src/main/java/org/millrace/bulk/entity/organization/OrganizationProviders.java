package org.millrace.bulk.entity.organization;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.keycloak.services.resources.admin.fgap.RealmPermissionEvaluator;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/** The identity providers that a record gives to an organization: they exist already, and belong to no other one. */
final class OrganizationProviders {
    private static final String FIELD = "identityProviders";

    private final ChunkSession in;
    private final @Nullable OrganizationModel current;
    private final boolean replaces;

    /** @param current the stored organization; null for a new one */
    OrganizationProviders(ChunkSession in, @Nullable OrganizationModel current, boolean replaces) {
        this.in = in;
        this.current = current;
        this.replaces = replaces;
    }

    List<IdentityProviderModel> linked(@Nullable List<IdentityProviderRepresentation> named, ValidationResult result) {
        Map<String, IdentityProviderModel> linked = new LinkedHashMap<>();
        for (IdentityProviderRepresentation provider :
                named == null ? List.<IdentityProviderRepresentation>of() : named) {
            if (!mayView()) {
                result.reject(forbidden());
                return List.of();
            }
            String alias = provider.getAlias();
            IdentityProviderModel model =
                    alias == null ? null : in.session().identityProviders().getByAlias(alias);
            if (model == null) {
                String detail = alias == null
                        ? "Missing field \"alias\""
                        : "Identity provider \"" + alias + "\" does not exist in realm \""
                                + in.realm().getName() + "\"";
                result.object(Violation.of("unknown-identity-provider", FIELD, detail));
            } else if (model.getOrganizationId() == null) {
                checkRight(result);
                linked.put(model.getInternalId(), model);
            } else if (current == null || !model.getOrganizationId().equals(current.getId())) {
                result.reject(Violation.of(
                        "identity-provider-taken",
                        FIELD,
                        "Identity provider \"" + alias + "\" is linked to another organization"));
            }
        }
        return List.copyOf(linked.values());
    }

    List<IdentityProviderModel> unlinked(
            @Nullable List<IdentityProviderRepresentation> named, ValidationResult result) {
        if (current == null || named == null || !replaces) {
            return List.of();
        }
        // The outcome would show whether any are linked.
        if (!mayView()) {
            result.reject(forbidden());
            return List.of();
        }
        List<IdentityProviderModel> unlinked = current.getIdentityProviders()
                .filter(model ->
                        named.stream().noneMatch(provider -> model.getAlias().equals(provider.getAlias())))
                .toList();
        if (!unlinked.isEmpty()) {
            checkRight(result);
        }
        return unlinked;
    }

    private void checkRight(ValidationResult result) {
        if (!in.permissions().realm().canManageIdentityProviders()) {
            result.reject(forbidden());
        }
    }

    private boolean mayView() {
        RealmPermissionEvaluator permissions = in.permissions().realm();
        return permissions.canViewIdentityProviders() || permissions.canManageIdentityProviders();
    }

    private static Violation forbidden() {
        return Violation.of(
                "forbidden-identity-provider",
                FIELD,
                "Not allowed to link or unlink identity providers; requires the role manage-identity-providers");
    }
}
