package org.millrace.bulk.entity.client;

import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.validation.ClientValidationProvider;
import org.keycloak.validation.DefaultClientValidationProvider;
import org.keycloak.validation.ValidationUtil;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.model.ChunkSession;

/** Runs Keycloak's validators on the stored client: a default of the server may violate a rule that the record satisfied. */
final class ClientRules {
    private ClientRules() {}

    /**
     * Validates a new client; skips Keycloak's validators if their result cannot differ from that of the first validation.
     *
     * @param foreseen the client in memory that was validated before
     * @throws PartialWriteException if the import is strict, and the client differs from the result of Keycloak's own call
     */
    static void holdOfNew(ChunkSession within, ClientModel written, ClientModel foreseen) {
        if (!isValidated(within.session(), written, foreseen)) {
            hold(within, PendingClient.like(written, foreseen), true);
        }
    }

    /** Keycloak's own validator reads only the client and its realm. Other validators may read anything. */
    static boolean isValidated(KeycloakSession session, ClientModel written, ClientModel foreseen) {
        ClientValidationProvider validator = session.getProvider(ClientValidationProvider.class);
        return validator != null
                && validator.getClass() == DefaultClientValidationProvider.class
                && ClientProperties.areSame(foreseen, written);
    }

    /** @throws PartialWriteException if the import is strict, and the client is not what Keycloak's own call would leave */
    static void hold(ChunkSession within, ClientModel written, boolean isNew) {
        if (within.validation() != Validation.STRICT) {
            return;
        }
        ValidationUtil.validateClient(within.session(), written, isNew, result -> {
            throw new PartialWriteException(
                    ClientCheck.violation(result.getErrors().iterator().next()),
                    new IllegalStateException("Keycloak's validators refuse the client"));
        });
    }
}
