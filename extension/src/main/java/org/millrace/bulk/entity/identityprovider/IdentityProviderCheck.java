package org.millrace.bulk.entity.identityprovider;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.broker.provider.IdentityProvider;
import org.keycloak.broker.social.SocialIdentityProvider;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.ModelException;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.keycloak.utils.ReservedCharValidator;
import org.keycloak.utils.ReservedCharValidator.ReservedCharException;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.TextLengths;

/** Problems of an identity provider, found before it is written. For one record. */
final class IdentityProviderCheck {
    private final ChunkSession within;
    private final ValidationResult result;

    IdentityProviderCheck(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.result = result;
    }

    /**
     * The identity provider as Keycloak would store it; empty if it is rejected.
     *
     * @param named the record's identity provider
     * @param target what it is going to be; is changed
     * @param stored null if it is to be created
     */
    Optional<IdentityProviderModel> model(
            IdentityProviderRepresentation named,
            IdentityProviderRepresentation target,
            @Nullable IdentityProviderModel stored) {
        if (stored == null) {
            created(target);
        } else {
            kept("alias", named.getAlias(), stored.getAlias());
            kept("providerId", named.getProviderId(), stored.getProviderId());
        }
        lengths(target);
        flow("firstBrokerLoginFlowAlias", target.getFirstBrokerLoginFlowAlias(), target::setFirstBrokerLoginFlowAlias);
        flow("postBrokerLoginFlowAlias", target.getPostBrokerLoginFlowAlias(), target::setPostBrokerLoginFlowAlias);
        if (named.getOrganizationId() != null) {
            result.warn(Violation.of(
                    "organization-not-linked",
                    "organizationId",
                    "The identity provider is not linked. Name it in the field identityProviders of the organization"));
        }
        if (result.isRejected()) {
            return Optional.empty();
        }
        try {
            return Optional.of(RepresentationToModel.toModel(within.realm(), target, within.session()));
        } catch (IllegalArgumentException | ModelException e) {
            // The message may quote a value.
            result.reject(Violation.of(
                    "invalid-identity-provider",
                    "config",
                    "Keycloak rejected the configuration; check its URLs, and whether the realm requires TLS"));
            return Optional.empty();
        }
    }

    private void created(IdentityProviderRepresentation target) {
        String alias = target.getAlias();
        if (alias == null || alias.isBlank()) {
            result.reject(Violation.of("missing-alias", "alias", "Missing field \"alias\""));
        } else {
            try {
                ReservedCharValidator.validateNoSpace(alias);
            } catch (ReservedCharException e) {
                result.reject(Violation.of(
                        "invalid-alias", "alias", "Alias \"" + alias + "\" contains a blank or a reserved character"));
            }
        }
        if (!isKnown(target.getProviderId())) {
            result.reject(Violation.of(
                    "invalid-provider-id",
                    "providerId",
                    "Identity provider type \"" + target.getProviderId() + "\" does not exist on this server"));
        }
        within.checkNewId("identity provider", "internalId", "identity_provider", target.getInternalId(), result);
    }

    @SuppressWarnings("rawtypes") // A class has no type argument.
    private boolean isKnown(@Nullable String providerId) {
        return providerId != null
                && Stream.of(IdentityProvider.class, SocialIdentityProvider.class)
                        .anyMatch(type ->
                                within.session().getKeycloakSessionFactory().getProviderFactory(type, providerId)
                                        != null);
    }

    /** Keycloak refuses to change the alias, and an update never changes the type. */
    private void kept(String field, @Nullable String named, String stored) {
        if (named != null && !Objects.equals(named, stored)) {
            result.reject(Violation.of(
                    "immutable-field",
                    field,
                    "The identity provider has the " + field + " \"" + stored + "\", which cannot be changed"));
        }
    }

    private void lengths(IdentityProviderRepresentation target) {
        TextLengths lengths = new TextLengths(result);
        lengths.check("alias", target.getAlias(), TextLengths.USUAL);
        lengths.check("displayName", target.getDisplayName(), TextLengths.USUAL);
        target.getConfig().keySet().forEach(name -> lengths.check("config", name, TextLengths.USUAL));
    }

    private void flow(String field, @Nullable String alias, Consumer<@Nullable String> setter) {
        if (alias != null && !alias.isBlank() && within.realm().getFlowByAlias(alias) == null) {
            result.object(Violation.of(
                    "unknown-authentication-flow",
                    field,
                    "Authentication flow \"" + alias + "\" does not exist in realm \""
                            + within.realm().getName() + "\""));
            setter.accept(null);
        }
    }
}
