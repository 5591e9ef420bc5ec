package org.millrace.bulk.writer.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ProtocolMapperContainerModel;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ComponentRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.millrace.bulk.entity.client.authorization.AuthorizationSettings;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Secrets that an export shows as {@code **********}. The mask is never stored: the stored value is kept, and a new client is
 * treated as if the record did not contain the field.
 */
public final class MaskedSecrets {
    private static final String MASK = ComponentRepresentation.SECRET_VALUE;

    private MaskedSecrets() {}

    /**
     * Replaces every masked value of a client by the stored one; {@link AuthorizationSettings} does so for authorization
     * settings.
     *
     * @param client modified by this call
     * @param stored null for a new client
     */
    public static void unmask(ClientRepresentation client, @Nullable ClientModel stored, ValidationResult result) {
        if (MASK.equals(client.getSecret())) {
            client.setSecret(null);
            warn(result, "secret", stored == null ? "Keycloak generates a secret" : "The stored secret is kept");
        }
        if (MASK.equals(client.getRegistrationAccessToken())) {
            client.setRegistrationAccessToken(null);
            warn(result, "registrationAccessToken", "The value is left out");
        }
        client.setAttributes(
                unmasked(client.getAttributes(), stored == null ? null : stored::getAttribute, "attributes.", result));
        unmask(client.getProtocolMappers(), stored, result);
    }

    /**
     * Replaces every masked value in the configuration of protocol mappers by what is stored.
     *
     * @param mappers are changed
     * @param stored has the mappers as they are stored; null for a client or client scope that is to be created
     */
    public static void unmask(
            @Nullable List<ProtocolMapperRepresentation> mappers,
            @Nullable ProtocolMapperContainerModel stored,
            ValidationResult result) {
        List<ProtocolMapperRepresentation> named =
                Objects.requireNonNullElse(mappers, List.<ProtocolMapperRepresentation>of());
        for (ProtocolMapperRepresentation mapper : named) {
            ProtocolMapperModel before =
                    stored == null ? null : stored.getProtocolMapperByName(mapper.getProtocol(), mapper.getName());
            Map<String, String> config = before == null ? Map.of() : before.getConfig();
            mapper.setConfig(unmasked(
                    mapper.getConfig(), stored == null ? null : config::get, "protocolMappers.config.", result));
        }
    }

    /** Whether a value is the mask of a secret. */
    public static boolean isMask(@Nullable String value) {
        return MASK.equals(value);
    }

    /**
     * A map without masks.
     *
     * @param stored the stored value by name, null if there is none, and the name is left out; null for a new object. The warning does not
     *     show whether there is one, because the caller may not be allowed to view the object
     * @return the map itself if it has no mask
     */
    public static @Nullable Map<String, String> unmasked(
            @Nullable Map<String, String> values,
            @Nullable Function<String, @Nullable String> stored,
            String field,
            ValidationResult result) {
        if (values == null || !values.containsValue(MASK)) {
            return values;
        }
        Map<String, String> unmasked = new HashMap<>(values);
        values.forEach((name, value) -> {
            if (MASK.equals(value)) {
                String kept = stored == null ? null : stored.apply(name);
                if (kept == null) {
                    unmasked.remove(name);
                } else {
                    unmasked.put(name, kept);
                }
                warn(
                        result,
                        field + name,
                        stored == null
                                ? "The value is left out"
                                : "A stored value is kept; without one, the field is left out");
            }
        });
        return unmasked;
    }

    private static void warn(ValidationResult result, String field, String effect) {
        result.warn(
                Violation.of("masked-secret", field, "The record has the mask " + MASK + " of an export. " + effect));
    }
}
