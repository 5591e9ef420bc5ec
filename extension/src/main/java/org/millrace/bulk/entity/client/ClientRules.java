package org.millrace.bulk.entity.client;

import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.validation.ClientValidationProvider;
import org.keycloak.validation.DefaultClientValidationProvider;
import org.keycloak.validation.ValidationUtil;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.model.ChunkSession;

/** Keycloak's validators once more, on what was written: a default of the server may break what the record kept. */
final class ClientRules {
    private ClientRules() {}

    /**
     * Holds a new client to the rules; the validators are asked only if they may say something else than they said of it before.
     *
     * @param foreseen the client in memory that they were asked about
     * @throws PartialWriteException if the import is strict, and the client is not what Keycloak's own call would leave
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
