package org.millrace.bulk.entity.identityprovider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.models.IdentityProviderModel;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RealmLookup;
import org.millrace.bulk.writer.model.StateJson;

/** The state of an identity provider as a record that restores it. */
public final class IdentityProviderState extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("identity_provider", "internal_id");

    /** An identity provider with its mappers. */
    private static final EntityRows ROWS = new EntityRows(
            TABLE,
            EntityRows.part("t.*", "{identity_provider} t", "t.internal_id"),
            EntityRows.part("t.*", "{identity_provider_config} t", "t.identity_provider_id"),
            EntityRows.apart("t.name, t.idp_mapper_name", mappersOfProvider(), "p.internal_id"),
            EntityRows.apart(
                    "t.name AS mapper, c.name, c.value",
                    mappersOfProvider() + " JOIN {idp_mapper_config} c ON c.idp_mapper_id = t.id",
                    "p.internal_id"));

    IdentityProviderState() {
        super("identity-provider", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

    @Override
    public ObjectNode key(ChunkSession in, String id) {
        return JsonNodeFactory.instance.objectNode().put("internalId", id);
    }

    @Override
    public boolean hasSecrets() {
        return true;
    }

    /** The record of an identity provider with its secret, without its mappers. */
    public static String of(ChunkSession in, String id) {
        IdentityProviderModel found =
                RealmLookup.byId(() -> in.session().identityProviders().getById(id));
        return found == null
                ? StateJson.ABSENT
                : StateJson.text(
                        IdentityProviderTarget.record(IdentityProviderChunk.asStored(found, in.session()), in.realm()));
    }

    /** Whether the caller may change identity providers. */
    @Override
    public boolean mayChange(ChunkSession in, String id) {
        return in.permissions().realm().canManageIdentityProviders();
    }

    /** Keycloak stores the alias with each mapper, not the id. */
    private static String mappersOfProvider() {
        return "{identity_provider_mapper} t JOIN {identity_provider} p ON p.provider_alias = t.idp_alias AND p.realm_id = t.realm_id";
    }
}
