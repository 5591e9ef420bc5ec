package org.millrace.bulk.entity;

import java.util.Optional;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;
import org.millrace.server.Transactions;

/**
 * Parameters of one import for its writers.
 *
 * @param federated whether the realm has user federation
 * @param dryRun whether all is rolled back
 * @param events begins an admin event in a session, on behalf of the importing caller; present if each record has an event
 * @param chunkSize records of a transaction, as configured by the operator
 * @param maxDryRunBytes memory for the state of a dry run
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
    /** The same for records of several types, which may create referenced entities while the import runs. */
    public WritingRequest growing() {
        return new WritingRequest(
                transactions, database, scope.whileGrowing(), federated, dryRun, events, chunkSize, maxDryRunBytes);
    }

    /** Receivers of an event for each record; empty in a dry run. */
    public Optional<Function<KeycloakSession, AdminEventBuilder>> listeners() {
        return dryRun ? Optional.empty() : events;
    }
}
