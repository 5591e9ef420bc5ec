package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;

/**
 * The audit log: lines in the category {@code org.millrace.audit} about what an import has changed in the rights of users and in their ways
 * to log in. Lines have ids and no secret, and do not depend on the option {@code events}. For one session and its thread.
 */
public final class AuditLog {
    private static final Logger LOG = Logger.getLogger("org.millrace.audit");

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final List<String> changes = new ArrayList<>(0);
    private final KeycloakSession session;
    private final ImportScope scope;

    /** @param session of the transaction that makes the changes */
    public AuditLog(KeycloakSession session, ImportScope scope) {
        this.session = session;
        this.scope = scope;
    }

    /** Whether lines are written. */
    public static boolean isEnabled() {
        return LOG.isInfoEnabled();
    }

    /** Writes a line now. @param change with control characters, which are replaced */
    public static void write(ImportScope scope, String change) {
        LOG.infof(
                "Import by %s in realm %s %s",
                scope.caller().description(),
                scope.realmId(),
                CONTROL.matcher(change).replaceAll(" "));
    }

    /** Writes a line after the commit; none if the transaction is rolled back, as that of a dry run is. */
    public void afterCommit(String change) {
        if (!isEnabled()) {
            return;
        }
        if (changes.isEmpty()) {
            afterCommit(session, () -> changes.forEach(each -> write(scope, each)));
        }
        changes.add(change);
    }

    /** Runs something after the commit of a session's transaction. */
    public static void afterCommit(KeycloakSession session, Runnable action) {
        session.getTransactionManager().enlistAfterCompletion(new AbstractKeycloakTransaction() {
            @Override
            protected void commitImpl() {
                action.run();
            }

            @Override
            protected void rollbackImpl() {
                // Nothing was changed.
            }
        });
    }
}
