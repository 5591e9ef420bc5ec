package org.millrace.bulk.entity.identityprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AuthenticationFlowModel;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.millrace.bulk.writer.model.Representations;
import org.millrace.server.KeycloakBridge;

/** The identity provider that a record leads to. */
final class IdentityProviderTarget {
    private static final String CONFIG = "config";

    /** Properties of the model and the representation whose type differs between Keycloak's releases. */
    private static final List<String> FLAGS = List.of(
            "linkOnly", "hideOnLogin", "storeToken", "trustEmail", "authenticateByDefault", "addReadTokenRoleOnCreate");

    private IdentityProviderTarget() {}

    /** @param stored null for an identity provider that is to be created */
    static IdentityProviderRepresentation of(
            IdentityProviderRecord item, @Nullable IdentityProviderModel stored, boolean replaces, RealmModel realm) {
        IdentityProviderRepresentation target;
        if (stored == null) {
            target = Representations.copy(item.provider(), IdentityProviderRepresentation.class);
        } else if (replaces) {
            target = Representations.copy(item.provider(), IdentityProviderRepresentation.class);
            target.setInternalId(stored.getInternalId());
            target.setAlias(stored.getAlias());
            target.setProviderId(stored.getProviderId());
        } else {
            target = merged(item, stored, realm);
        }
        if (target.getConfig() == null) {
            target.setConfig(new HashMap<>());
        }
        // Organizations link their identity providers themselves.
        target.setOrganizationId(null);
        target.getConfig().remove("kc.org");
        return target;
    }

    private static IdentityProviderRepresentation merged(
            IdentityProviderRecord item, IdentityProviderModel stored, RealmModel realm) {
        ObjectNode merged = Representations.json(representation(stored, realm));
        for (String flag : FLAGS) {
            merged.put(flag, KeycloakBridge.flag(stored, flag));
        }
        ObjectNode record = Representations.json(item.provider());
        for (String field : item.named()) {
            JsonNode value = record.path(field);
            if (field.equals(CONFIG) && value instanceof ObjectNode config) {
                merged.withObject("/" + CONFIG).setAll(config);
            } else if (!value.isMissingNode() && !value.isNull()) {
                merged.set(field, value);
            }
        }
        IdentityProviderRepresentation target = Representations.read(merged, IdentityProviderRepresentation.class);
        target.setInternalId(stored.getInternalId());
        target.setAlias(stored.getAlias());
        target.setProviderId(stored.getProviderId());
        return target;
    }

    /** The record of a stored identity provider, with its secret. */
    static Map<String, @Nullable Object> record(IdentityProviderModel stored, RealmModel realm) {
        Map<String, @Nullable Object> record = new TreeMap<>();
        record.put("internalId", stored.getInternalId());
        record.put("alias", stored.getAlias());
        record.put("providerId", stored.getProviderId());
        record.put("displayName", stored.getDisplayName());
        record.put("enabled", stored.isEnabled());
        FLAGS.forEach(flag -> record.put(flag, isSet(stored, flag)));
        record.put("firstBrokerLoginFlowAlias", alias(stored.getFirstBrokerLoginFlowId(), realm));
        record.put("postBrokerLoginFlowAlias", alias(stored.getPostBrokerLoginFlowId(), realm));
        record.put("config", config(stored));
        return record;
    }

    private static IdentityProviderRepresentation representation(IdentityProviderModel stored, RealmModel realm) {
        IdentityProviderRepresentation shown = new IdentityProviderRepresentation();
        shown.setDisplayName(stored.getDisplayName());
        shown.setEnabled(stored.isEnabled());
        shown.setFirstBrokerLoginFlowAlias(alias(stored.getFirstBrokerLoginFlowId(), realm));
        shown.setPostBrokerLoginFlowAlias(alias(stored.getPostBrokerLoginFlowId(), realm));
        shown.setConfig(new HashMap<>(config(stored)));
        return shown;
    }

    private static @Nullable String alias(@Nullable String flowId, RealmModel realm) {
        AuthenticationFlowModel flow = flowId == null ? null : realm.getAuthenticationFlowById(flowId);
        return flow == null ? null : flow.getAlias();
    }

    private static Map<String, String> config(IdentityProviderModel model) {
        return model.getConfig() == null ? Map.of() : model.getConfig();
    }

    /** Whether Keycloak's update would leave the identity provider as it is. */
    static boolean areEqual(IdentityProviderModel target, IdentityProviderModel stored) {
        return Objects.equals(target.getDisplayName(), stored.getDisplayName())
                && target.isEnabled() == stored.isEnabled()
                && FLAGS.stream().allMatch(flag -> isSet(target, flag) == isSet(stored, flag))
                && Objects.equals(target.getFirstBrokerLoginFlowId(), stored.getFirstBrokerLoginFlowId())
                && Objects.equals(target.getPostBrokerLoginFlowId(), stored.getPostBrokerLoginFlowId())
                && Objects.equals(target.getOrganizationId(), stored.getOrganizationId())
                && config(target).equals(config(stored));
    }

    private static boolean isSet(IdentityProviderModel model, String flag) {
        return Boolean.TRUE.equals(KeycloakBridge.flag(model, flag));
    }
}
