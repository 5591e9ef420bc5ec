package org.millrace.bulk.delete;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.client.ClientDeletion;
import org.millrace.bulk.entity.client.ClientRecord;
import org.millrace.bulk.entity.clientscope.ClientScopeDeletion;
import org.millrace.bulk.entity.clientscope.ClientScopeRecord;
import org.millrace.bulk.entity.clientscope.DefaultClientScopeDeletion;
import org.millrace.bulk.entity.clientscope.DefaultClientScopeRecord;
import org.millrace.bulk.entity.clientscope.ScopeMappingDeletion;
import org.millrace.bulk.entity.clientscope.ScopeMappingRecord;
import org.millrace.bulk.entity.group.DefaultGroupDeletion;
import org.millrace.bulk.entity.group.DefaultGroupRecord;
import org.millrace.bulk.entity.group.GroupDeletion;
import org.millrace.bulk.entity.group.GroupRecord;
import org.millrace.bulk.entity.identityprovider.IdentityProviderDeletion;
import org.millrace.bulk.entity.identityprovider.IdentityProviderMapperDeletion;
import org.millrace.bulk.entity.identityprovider.IdentityProviderMapperRecord;
import org.millrace.bulk.entity.identityprovider.IdentityProviderRecord;
import org.millrace.bulk.entity.organization.OrganizationDeletion;
import org.millrace.bulk.entity.organization.OrganizationRecord;
import org.millrace.bulk.entity.organization.StoredOrganizations;
import org.millrace.bulk.entity.organization.department.DepartmentDeletion;
import org.millrace.bulk.entity.organization.department.DepartmentRecord;
import org.millrace.bulk.entity.resource.ResourceDeletion;
import org.millrace.bulk.entity.resource.ResourceRecord;
import org.millrace.bulk.entity.role.RoleDeletion;
import org.millrace.bulk.entity.role.RoleRecord;
import org.millrace.bulk.entity.user.delete.UserDeletion;
import org.millrace.bulk.entity.user.delete.UserRowDeletion;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityEvents;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/**
 * Deletes the entities of a chunk: users on PostgreSQL as rows where that is possible, all others one after the other through Keycloak's
 * model. Thread-safe.
 */
public final class DeletionChunk implements ModelChunk {
    private final ModelScope scope;
    private final boolean dryRun;

    private DeletionChunk(ModelScope scope, boolean dryRun) {
        this.scope = scope;
        this.dryRun = dryRun;
    }

    /**
     * Writes chunks that delete.
     *
     * @param dryRun whether the transaction is rolled back
     */
    public static ModelChunk of(ModelScope scope, boolean dryRun) {
        return new DeletionChunk(scope, dryRun);
    }

    /**
     * Writes chunks of both kinds.
     *
     * @param dryRun whether the transaction is rolled back
     * @param other writes chunks that do not delete
     */
    public static ModelChunk or(ModelScope scope, boolean dryRun, ModelChunk other) {
        DeletionChunk deletion = new DeletionChunk(scope, dryRun);
        return (chunk, session, realm) -> (chunk.isDeletion() ? deletion : other).write(chunk, session, realm);
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        AdministratorProtection protection = new AdministratorProtection(in);
        Deletions deletions = new Deletions(in, new UserRemoval(session, realm, dryRun), protection);
        // Without a dry run and without events: only the model predicts the next records, and only it has what an event
        // shows.
        Optional<UserRowDeletion> rows = dryRun || scope.events() != EntityEvents.NONE
                ? Optional.empty()
                : UserRowDeletion.of(chunk, in, deletions.users, protection);
        if (rows.isPresent()) {
            return delete(chunk, rows.get());
        }
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> deletions.delete(((DeletionRecord) item).named()));
        in.fireEvents();
        return outcomes;
    }

    private static List<Outcome> delete(Chunk chunk, UserRowDeletion rows) {
        List<Outcome> outcomes =
                Outcomes.ofEach(chunk, item -> rows.delete((UserRecord) ((DeletionRecord) item).named()));
        rows.removeRows();
        return outcomes;
    }

    /** The deletions of one chunk by the types of records. */
    private static final class Deletions {
        private final UserDeletion users;
        private final Map<Class<?>, Function<ImportRecord, Outcome>> byType = new HashMap<>();

        Deletions(ChunkSession in, UserRemoval removal, AdministratorProtection protection) {
            StoredOrganizations organizations = new StoredOrganizations(in);
            ScopeMappingDeletion scopeMappings = new ScopeMappingDeletion(in);
            users = new UserDeletion(in, removal, protection);
            add(UserRecord.class, users::delete);
            add(GroupRecord.class, new GroupDeletion(in, protection)::delete);
            add(RoleRecord.class, new RoleDeletion(in, protection)::delete);
            add(ClientRecord.class, new ClientDeletion(in, removal, protection)::delete);
            add(OrganizationRecord.class, new OrganizationDeletion(in, organizations, removal, protection)::delete);
            add(DepartmentRecord.class, new DepartmentDeletion(in, organizations)::delete);
            add(ResourceRecord.class, new ResourceDeletion(in)::delete);
            add(ClientScopeRecord.class, new ClientScopeDeletion(in)::delete);
            add(DefaultClientScopeRecord.class, new DefaultClientScopeDeletion(in)::delete);
            add(IdentityProviderRecord.class, new IdentityProviderDeletion(in)::delete);
            add(IdentityProviderMapperRecord.class, new IdentityProviderMapperDeletion(in)::delete);
            add(ScopeMappingRecord.class, scopeMappings::delete);
            add(DefaultGroupRecord.class, new DefaultGroupDeletion(in)::delete);
        }

        private <R extends ImportRecord> void add(Class<R> type, Function<R, Outcome> deletion) {
            byType.put(type, item -> deletion.apply(type.cast(item)));
        }

        Outcome delete(ImportRecord item) {
            Function<ImportRecord, Outcome> deletion = byType.get(item.getClass());
            if (deletion == null) {
                throw new IllegalArgumentException("records of this type are rejected where they are read");
            }
            return deletion.apply(item);
        }
    }
}
