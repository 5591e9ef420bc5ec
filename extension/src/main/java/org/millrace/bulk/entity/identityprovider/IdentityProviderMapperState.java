package org.millrace.bulk.entity.identityprovider;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.models.IdentityProviderMapperModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RealmLookup;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a mapper of an identity provider as a record that restores it. */
public final class IdentityProviderMapperState extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("identity_provider_mapper");

    /** A mapper of an identity provider. */
    private static final EntityRows ROWS = new EntityRows(
            TABLE,
            EntityRows.part("t.*", "{identity_provider_mapper} t", "t.id"),
            EntityRows.part("t.*", "{idp_mapper_config} t", "t.idp_mapper_id"));

    IdentityProviderMapperState() {
        super("identity-provider-mapper", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

    /** Whether the caller may change identity providers. */
    @Override
    public boolean mayChange(ChunkSession in, String id) {
        return in.permissions().realm().canManageIdentityProviders();
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

    /** The record of a mapper. */
    public static String of(ChunkSession in, String id) {
        IdentityProviderMapperModel found =
                RealmLookup.byId(() -> in.session().identityProviders().getMapperById(id));
        return found == null ? StateJson.ABSENT : StateJson.text(ModelToRepresentation.toRepresentation(found));
    }
}
