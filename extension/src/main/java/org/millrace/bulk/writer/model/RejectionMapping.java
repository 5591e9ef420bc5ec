package org.millrace.bulk.writer.model;

import java.util.Objects;
import java.util.function.Supplier;
import org.keycloak.models.ModelDuplicateException;
import org.keycloak.models.ModelException;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.PartialWriteException;

/**
 * Maps rejections of Keycloak's services to Millrace's messages. Keycloak's own messages are not passed on, because they may
 * quote secret values.
 */
public final class RejectionMapping {
    private RejectionMapping() {}

    /**
     * Runs a write after all known validations.
     *
     * @throws PartialWriteException if a service rejects it nevertheless
     */
    public static <T> T orPartialWrite(Supplier<T> writing) {
        try {
            return writing.get();
        } catch (PartialWriteException | ConcurrentChangeException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new PartialWriteException(of(e), e);
        }
    }

    public static Violation of(RuntimeException e) {
        if (e instanceof ModelDuplicateException) {
            return Violation.of("conflict", null, "An entity with the same id or name already exists");
        }
        return e instanceof ModelException
                ? Violation.of("invalid-value", null, "Keycloak rejected a value of the record" + by(e))
                : Violation.of("refused-by-keycloak", null, "Keycloak rejected the record" + by(e));
    }

    private static String by(RuntimeException e) {
        return " (" + e.getClass().getSimpleName() + ")";
    }

    /** The message of a client policy is meant for the caller, as Keycloak's own response shows it. */
    public static Violation of(ClientPolicyException e) {
        String detail = Objects.requireNonNullElse(e.getErrorDetail(), String.valueOf(e.getError()));
        return Violation.of("client-policy", null, detail);
    }
}
