package org.millrace.bulk.entity;

import java.util.Optional;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;
import org.millrace.server.Transactions;

/**
 * What one import asks of those who write it.
 *
 * @param federated whether the realm has users in other stores
 * @param dryRun whether all is rolled back
 * @param events begins an admin event in a session, in the name of whoever imports, if there is to be one for each record
 * @param chunkSize records a transaction that suits the database best, as the operator set it
 * @param maxDryRunBytes memory for what a dry run has come to so far
 */
public record WritingRequest(
        Transactions transactions,
        Database database,
        ImportScope scope,
        boolean federated,
        boolean dryRun,
        Optional<Function<KeycloakSession, AdminEventBuilder>> events,
        int chunkSize,
        long maxDryRunBytes) {
    /** The same for records among others, which may name what comes to be while the import runs. */
    public WritingRequest growing() {
        return new WritingRequest(
                transactions, database, scope.whileGrowing(), federated, dryRun, events, chunkSize, maxDryRunBytes);
    }

    /** Who is to be told of each record: nobody of what is rolled back. */
    public Optional<Function<KeycloakSession, AdminEventBuilder>> listeners() {
        return dryRun ? Optional.empty() : events;
    }
}
