package org.millrace.bulk.entity.identityprovider;

import org.keycloak.models.IdentityProviderMapperModel;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RealmLookup;
import org.millrace.bulk.writer.model.StateJson;

/** The states of identity providers and their mappers as records that restore them. */
public final class IdentityProviderState {
    private IdentityProviderState() {}

    /** The record of an identity provider with its secret, without its mappers. */
    public static String of(ChunkSession in, String id) {
        IdentityProviderModel found =
                RealmLookup.byId(() -> in.session().identityProviders().getById(id));
        return found == null
                ? StateJson.ABSENT
                : StateJson.text(
                        IdentityProviderTarget.record(IdentityProviderChunk.asStored(found, in.session()), in.realm()));
    }

    /** The record of a mapper. */
    public static String ofMapper(ChunkSession in, String id) {
        IdentityProviderMapperModel found =
                RealmLookup.byId(() -> in.session().identityProviders().getMapperById(id));
        return found == null ? StateJson.ABSENT : StateJson.text(ModelToRepresentation.toRepresentation(found));
    }

    /** Whether the caller may change identity providers. */
    public static boolean mayChange(ChunkSession in) {
        return in.permissions().realm().canManageIdentityProviders();
    }
}
