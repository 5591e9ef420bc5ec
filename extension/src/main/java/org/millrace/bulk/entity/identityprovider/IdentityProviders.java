package org.millrace.bulk.entity.identityprovider;

import java.util.Set;
import java.util.function.Predicate;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.bulk.writer.model.EachRecord;

/** Identity providers, and their mappers as records of their own. */
public final class IdentityProviders {
    private static final String PERMISSION = "manage-identity-providers";
    private static final Set<String> TYPE_FIELD = Set.of("type");

    private static final Predicate<CallerPermissions> ALLOWED =
            permissions -> permissions.evaluator().realm().canManageIdentityProviders();

    public static final ModelType TYPE = new ModelType(
                    "identity-providers",
                    "identity-provider",
                    IdentityProviderRecord.class,
                    "identity_provider",
                    PERMISSION,
                    ALLOWED,
                    ALLOWED,
                    IdentityProviders::providers,
                    EachRecord.of(IdentityProviderRecord.class, IdentityProviderChunk::write))
            .deletedBy(IdentityProviderRecord.class, session -> new IdentityProviderDeletion(session.in())::delete)
            .undoneBy(new IdentityProviderState());

    public static final ModelType MAPPER_TYPE = new ModelType(
                    "identity-provider-mappers",
                    "identity-provider-mapper",
                    IdentityProviderMapperRecord.class,
                    "identity_provider_mapper",
                    PERMISSION,
                    ALLOWED,
                    ALLOWED,
                    IdentityProviders::mappers,
                    EachRecord.of(IdentityProviderMapperRecord.class, IdentityProviderMapperChunk::write))
            .deletedBy(
                    IdentityProviderMapperRecord.class,
                    session -> new IdentityProviderMapperDeletion(session.in())::delete)
            .undoneBy(new IdentityProviderMapperState());

    private IdentityProviders() {}

    private static RecordParser providers(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                IdentityProviderRepresentation.class,
                TYPE_FIELD,
                (position, provider, json, named, warnings) ->
                        new IdentityProviderRecord(position, provider, named, warnings));
    }

    private static RecordParser mappers(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                IdentityProviderMapperRepresentation.class,
                TYPE_FIELD,
                (position, mapper, json, named, warnings) ->
                        new IdentityProviderMapperRecord(position, mapper, warnings));
    }
}
