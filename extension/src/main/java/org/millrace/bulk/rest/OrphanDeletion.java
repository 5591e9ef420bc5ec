package org.millrace.bulk.rest;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;
import org.keycloak.models.UserManager;
import org.keycloak.models.UserModel;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.writer.OrphanedRows;
import org.millrace.bulk.writer.ReferencedRows;

/** Deletes what refers to entities that were removed while an import wrote it. Thread-safe. */
record OrphanDeletion(BulkImport bulkImport) {
    private static final Logger LOG = Logger.getLogger(OrphanDeletion.class);

    /** Deletes, soon and on another thread, the rows that imports wrote for entities while they were removed. */
    void deleteSoon(Map<ReferencedRows.Table, Set<String>> removed) {
        try {
            bulkImport.executor().execute(() -> {
                try {
                    OrphanedRows orphans = new OrphanedRows(bulkImport.database());
                    orphans.delete(removed);
                    orphans.serviceAccounts(removed.getOrDefault(ReferencedRows.Table.CLIENT, Set.of()))
                            .forEach(this::removeServiceAccount);
                } catch (SQLException | RuntimeException e) {
                    LOG.warn("Rows that refer to removed entities were not deleted", RedactedException.of(e));
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is about to stop", e);
        }
    }

    /** A client may be removed while its service account is imported; Keycloak removes one with the other. */
    private void removeServiceAccount(OrphanedRows.ServiceAccount account) {
        bulkImport.transactions().inRealm(account.realmId(), (session, realm) -> {
            UserModel user = session.users().getUserById(realm, account.userId());
            return user != null && new UserManager(session).removeUser(realm, user);
        });
    }
}
