package org.millrace.bulk.writer.model;

import org.keycloak.models.ClientModel;
import org.keycloak.validation.ValidationUtil;
import org.millrace.bulk.writer.HalfWritten;
import org.millrace.bulk.writer.Validation;

/** Keycloak's validators once more, on what was written: a default of the server may break what the record kept. */
final class ClientRules {
    private ClientRules() {}

    /**
     * Of a new client only if it is another than the one that they were asked about before: they would say the same again.
     *
     * @param expected the client as it was before it was written
     * @throws HalfWritten if the import is strict, and the client is not what Keycloak's own call would leave
     */
    static void holdOfNew(ChunkSession within, ClientModel written, ClientModel expected) {
        if (!PendingClient.areSame(expected, written)) {
            hold(within, PendingClient.like(written, expected), true);
        }
    }

    /** @throws HalfWritten if the import is strict, and the client is not what Keycloak's own call would leave */
    static void hold(ChunkSession within, ClientModel written, boolean isNew) {
        if (within.validation() != Validation.STRICT) {
            return;
        }
        ValidationUtil.validateClient(within.session(), written, isNew, result -> {
            throw new HalfWritten(
                    ClientCheck.violation(result.getErrors().iterator().next()),
                    new IllegalStateException("Keycloak's validators refuse the client"));
        });
    }
}
