package org.millrace.bulk.delete;

import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.record.ClientScopeRecord;
import org.millrace.bulk.record.DefaultClientScopeRecord;
import org.millrace.bulk.record.DefaultGroupRecord;
import org.millrace.bulk.record.IdentityProviderMapperRecord;
import org.millrace.bulk.record.IdentityProviderRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.ScopeMappingRecord;
import org.millrace.bulk.writer.model.ChunkSession;

/** Deletes what only exports and {@code records} contain. For one session and its thread. */
record ExportPartDeletion(
        ClientScopeDeletion clientScopes,
        DefaultClientScopeDeletion defaultClientScopes,
        IdentityProviderDeletion identityProviders,
        IdentityProviderMapperDeletion mappers,
        ScopeMappingDeletion scopeMappings,
        DefaultGroupDeletion defaultGroups) {
    static ExportPartDeletion of(ChunkSession in) {
        return new ExportPartDeletion(
                new ClientScopeDeletion(in),
                new DefaultClientScopeDeletion(in),
                new IdentityProviderDeletion(in),
                new IdentityProviderMapperDeletion(in),
                new ScopeMappingDeletion(in),
                new DefaultGroupDeletion(in));
    }

    /** @throws IllegalArgumentException if records of this type are not deletable */
    Outcome delete(ImportRecord item) {
        if (item instanceof ClientScopeRecord scope) {
            return clientScopes.delete(scope);
        }
        if (item instanceof DefaultClientScopeRecord scope) {
            return defaultClientScopes.delete(scope);
        }
        if (item instanceof IdentityProviderRecord provider) {
            return identityProviders.delete(provider);
        }
        if (item instanceof IdentityProviderMapperRecord mapper) {
            return mappers.delete(mapper);
        }
        if (item instanceof ScopeMappingRecord mapping) {
            return scopeMappings.delete(mapping);
        }
        if (item instanceof DefaultGroupRecord group) {
            return defaultGroups.delete(group);
        }
        throw new IllegalArgumentException("records of this type are rejected where they are read");
    }
}
