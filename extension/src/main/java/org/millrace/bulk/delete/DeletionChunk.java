package org.millrace.bulk.delete;

import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.record.ClientRecord;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.DepartmentRecord;
import org.millrace.bulk.record.GroupRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.OrganizationRecord;
import org.millrace.bulk.record.ResourceRecord;
import org.millrace.bulk.record.RoleRecord;
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
        Open open = new Open(in, new UserRemoval(session, realm, dryRun), protection);
        // Without a dry run and without events: only the model predicts the next records, and only it has what an event
        // shows.
        Optional<UserRowDeletion> rows = dryRun || scope.events() != EntityEvents.NONE
                ? Optional.empty()
                : UserRowDeletion.of(chunk, in, open.users(), protection);
        if (rows.isPresent()) {
            return delete(chunk, rows.get());
        }
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> delete(((DeletionRecord) item).named(), open));
        in.fireEvents();
        return outcomes;
    }

    private static List<Outcome> delete(Chunk chunk, UserRowDeletion rows) {
        List<Outcome> outcomes =
                Outcomes.ofEach(chunk, item -> rows.delete((UserRecord) ((DeletionRecord) item).named()));
        rows.removeRows();
        return outcomes;
    }

    /** Shared state of the records of one chunk. */
    private record Open(
            UserDeletion users,
            GroupDeletion groups,
            RoleDeletion roles,
            ClientDeletion clients,
            OrganizationDeletion organizations,
            DepartmentDeletion departments,
            ResourceDeletion resources,
            ExportPartDeletion exportParts) {
        Open(ChunkSession in, UserRemoval removal, AdministratorProtection protection) {
            this(in, removal, protection, new StoredOrganizations(in));
        }

        private Open(
                ChunkSession in,
                UserRemoval removal,
                AdministratorProtection protection,
                StoredOrganizations organizations) {
            this(
                    new UserDeletion(in, removal, protection),
                    new GroupDeletion(in),
                    new RoleDeletion(in),
                    new ClientDeletion(in, removal, protection),
                    new OrganizationDeletion(in, organizations, removal, protection),
                    new DepartmentDeletion(in, organizations),
                    new ResourceDeletion(in),
                    ExportPartDeletion.of(in));
        }
    }

    private static Outcome delete(ImportRecord item, Open open) {
        if (item instanceof UserRecord user) {
            return open.users().delete(user);
        }
        if (item instanceof GroupRecord group) {
            return open.groups().delete(group);
        }
        if (item instanceof RoleRecord role) {
            return open.roles().delete(role);
        }
        if (item instanceof ClientRecord client) {
            return open.clients().delete(client);
        }
        if (item instanceof OrganizationRecord organization) {
            return open.organizations().delete(organization);
        }
        if (item instanceof DepartmentRecord department) {
            return open.departments().delete(department);
        }
        if (item instanceof ResourceRecord resource) {
            return open.resources().delete(resource);
        }
        return open.exportParts().delete(item);
    }
}
