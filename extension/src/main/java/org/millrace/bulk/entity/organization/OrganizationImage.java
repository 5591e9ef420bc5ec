package org.millrace.bulk.entity.organization;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.writer.model.StateJson;

/** The state of an organization as a record that restores it. */
public final class OrganizationImage {
    private OrganizationImage() {}

    /** The record of an organization with its domains and identity providers, without its members and groups. */
    public static String of(KeycloakSession session, String id) {
        OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
        OrganizationModel organization = organizations == null ? null : organizations.getById(id);
        if (organization == null) {
            return StateJson.ABSENT;
        }
        OrganizationFields fields = OrganizationFields.of(organization);
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("id", id)
                .put("name", fields.name())
                .put("alias", fields.alias())
                .put("enabled", fields.enabled())
                .put("description", fields.description())
                .put("redirectUrl", fields.redirectUrl());
        record.set("attributes", StateJson.attributes(fields.attributes()));
        ArrayNode domains = record.putArray("domains");
        new TreeMap<>(fields.domains())
                .forEach((name, verified) ->
                        domains.addObject().put("name", name).put("verified", verified));
        ArrayNode providers = record.putArray("identityProviders");
        organization
                .getIdentityProviders()
                .map(IdentityProviderModel::getAlias)
                .sorted()
                .forEach(alias -> providers.addObject().put("alias", alias));
        return StateJson.text(record);
    }
}
