package org.millrace.bulk.entity.organization;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ModelValidationException;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.validation.OrganizationsValidation;
import org.keycloak.organization.validation.OrganizationsValidation.OrganizationValidationException;
import org.keycloak.utils.ReservedCharValidator;
import org.keycloak.utils.ReservedCharValidator.ReservedCharException;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.model.ScriptUrls;
import org.millrace.bulk.writer.model.TextLengths;
import org.millrace.server.KeycloakBridge;

/** Validates an organization's fields with Keycloak's own checks. */
final class OrganizationChecks {
    private static final int MAX_DESCRIPTION = 4000;
    private static final int MAX_URL = 2048;

    private final KnownOrganizations organizations;
    private final ValidationResult result;

    OrganizationChecks(KnownOrganizations organizations, ValidationResult result) {
        this.organizations = organizations;
        this.result = result;
    }

    /** @param current the stored organization; null for a new one */
    void check(OrganizationFields target, @Nullable OrganizationModel current) {
        TextLengths lengths = new TextLengths(result);
        lengths.check("name", target.name(), TextLengths.USUAL);
        lengths.check("alias", target.alias(), TextLengths.USUAL);
        lengths.check("description", target.description(), MAX_DESCRIPTION);
        lengths.check("redirectUrl", target.redirectUrl(), MAX_URL);
        lengths.check("attributes", target.attributes());
        Optional<OrganizationModel> namesake = organizations.byName(target.name());
        if (namesake.isPresent() && !namesake.get().equals(current)) {
            result.reject(Violation.of(
                    "organization-exists", "name", "Organization \"" + target.name() + "\" already exists"));
        }
        ScriptUrls.check("invalid-redirect-url", "redirectUrl", target.redirectUrl(), result);
        try {
            OrganizationsValidation.validateUrl(target.redirectUrl());
        } catch (OrganizationValidationException e) {
            result.object(Violation.of("invalid-redirect-url", "redirectUrl", String.valueOf(e.getMessage())));
        }
        for (String domain : target.domains().keySet()) {
            lengths.check("domains", domain, TextLengths.USUAL);
            domain(domain, current);
        }
    }

    void newId(@Nullable String id) {
        if (id == null) {
            return;
        }
        Optional<Violation> problem = EntityId.problemOfNew("organization", "id", id, organizations.mayChooseIds());
        if (problem.isPresent()) {
            result.reject(problem.get());
        } else if (organizations.realmOf(id).isPresent()) {
            result.reject(organizations.idInUse(id));
        }
    }

    void newAlias(String alias) {
        try {
            ReservedCharValidator.validateNoSpace(alias);
        } catch (ReservedCharException e) {
            result.reject(Violation.of(
                    "invalid-alias", "alias", "Alias \"" + alias + "\" contains a blank or a reserved character"));
        }
    }

    private void domain(String domain, @Nullable OrganizationModel current) {
        if (domain.isBlank()) {
            result.reject(Violation.of("invalid-domain", "domains", "Domain name cannot be empty"));
            return;
        }
        try {
            KeycloakBridge.validateDomain(domain);
            OrganizationModel owner = organizations.provider().getByDomainName(domain);
            if (owner != null
                    && !owner.equals(current)
                    && owner.getDomains().anyMatch(one -> one.getName().equalsIgnoreCase(domain))) {
                result.reject(Violation.of(
                        "domain-exists", "domains", "Domain \"" + domain + "\" belongs to another organization"));
            }
        } catch (ModelValidationException e) {
            result.reject(Violation.of("invalid-domain", "domains", String.valueOf(e.getMessage())));
        }
    }
}
