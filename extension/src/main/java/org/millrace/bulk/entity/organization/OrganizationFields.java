package org.millrace.bulk.entity.organization;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.OrganizationDomainModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.representations.idm.OrganizationDomainRepresentation;
import org.keycloak.representations.idm.OrganizationRepresentation;
import org.millrace.bulk.entity.group.GroupFields;

/**
 * Fields of an organization, except members, identity providers and groups.
 *
 * @param domains whether each is verified
 */
record OrganizationFields(
        String name,
        String alias,
        boolean enabled,
        @Nullable String description,
        @Nullable String redirectUrl,
        Map<String, List<String>> attributes,
        Map<String, Boolean> domains) {
    OrganizationFields {
        attributes = GroupFields.withValues(attributes);
        domains = new TreeMap<>(domains);
    }

    static OrganizationFields of(OrganizationModel organization) {
        return new OrganizationFields(
                organization.getName(),
                organization.getAlias(),
                organization.isEnabled(),
                organization.getDescription(),
                organization.getRedirectUrl(),
                organization.getAttributes(),
                organization
                        .getDomains()
                        .collect(Collectors.toMap(
                                OrganizationDomainModel::getName, OrganizationDomainModel::isVerified)));
    }

    /** As a new organization with this name and alias would be, or one that is replaced. */
    static OrganizationFields of(OrganizationRepresentation wanted, String name, String alias) {
        return new OrganizationFields(
                name,
                alias,
                wanted.isEnabled(),
                wanted.getDescription(),
                wanted.getRedirectUrl(),
                GroupFields.present(wanted.getAttributes()),
                domains(wanted));
    }

    /** With the fields of a record: attributes and domains are added to the existing ones, an empty list removes an attribute. */
    OrganizationFields merged(OrganizationRepresentation wanted, Set<String> named, String newName) {
        Map<String, List<String>> mergedAttributes = new TreeMap<>(attributes);
        mergedAttributes.putAll(GroupFields.present(wanted.getAttributes()));
        Map<String, Boolean> mergedDomains = new TreeMap<>(domains);
        mergedDomains.putAll(domains(wanted));
        return new OrganizationFields(
                newName,
                alias,
                named.contains("enabled") ? wanted.isEnabled() : enabled,
                named.contains("description") ? wanted.getDescription() : description,
                named.contains("redirectUrl") ? wanted.getRedirectUrl() : redirectUrl,
                mergedAttributes,
                mergedDomains);
    }

    private static Map<String, Boolean> domains(OrganizationRepresentation wanted) {
        Map<String, Boolean> domains = new TreeMap<>();
        Set<OrganizationDomainRepresentation> named = wanted.getDomains();
        if (named != null) {
            for (OrganizationDomainRepresentation domain : named) {
                domains.put(domain.getName() == null ? "" : domain.getName(), domain.isVerified());
            }
        }
        return domains;
    }

    /** The domains as Keycloak's model takes them. */
    Set<OrganizationDomainModel> domainModels() {
        return domains.entrySet().stream()
                .map(domain -> new OrganizationDomainModel(domain.getKey(), domain.getValue()))
                .collect(Collectors.toSet());
    }

    /** What admin events show of it. */
    OrganizationRepresentation shown(String id) {
        OrganizationRepresentation shown = new OrganizationRepresentation();
        shown.setId(id);
        shown.setName(name);
        shown.setAlias(alias);
        shown.setEnabled(enabled);
        shown.setDescription(description);
        shown.setRedirectUrl(redirectUrl);
        shown.setAttributes(attributes);
        domains.forEach((domain, verified) -> {
            OrganizationDomainRepresentation one = new OrganizationDomainRepresentation(domain);
            one.setVerified(verified);
            shown.addDomain(one);
        });
        return shown;
    }
}
