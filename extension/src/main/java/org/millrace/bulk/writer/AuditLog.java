package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;

/**
 * The audit log: lines in the category {@code org.millrace.audit} about what the transaction of an import has changed in the rights of users
 * and in their ways to log in, and about changed clients, identity providers and other parts of the realm. Lines have ids and no secret, and
 * do not depend on the option {@code events}. They are written after the commit, those of a commit whose result is unknown too. For one
 * transaction and its thread.
 */
public final class AuditLog {
    private static final Logger LOG = Logger.getLogger("org.millrace.audit");

    /** What a viewer of logs may take for the end of a line, or for a change of direction. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final List<Change> changes = new ArrayList<>(0);

    private record Change(ImportScope scope, String text) {}

    /** Makes the log known to code that has only the session of the transaction. */
    void attachTo(KeycloakSession session) {
        session.setAttribute(AuditLog.class.getName(), this);
    }

    /** The log of the session's transaction; empty if no line will be written, as in a dry run. */
    public static Optional<AuditLog> of(KeycloakSession session) {
        return LOG.isInfoEnabled()
                ? Optional.ofNullable(session.getAttribute(AuditLog.class.getName(), AuditLog.class))
                : Optional.empty();
    }

    /**
     * Adds a line.
     *
     * @param scope the import, whose caller and realm the line names
     * @param change such as {@code deleted user} and the id; control characters are replaced
     */
    public void add(ImportScope scope, String change) {
        changes.add(new Change(scope, change));
    }

    /**
     * Writes the lines. To be called after the commit.
     *
     * @param confirmed false if the result of the commit is unknown
     */
    void write(boolean confirmed) {
        for (Change change : changes) {
            LOG.infof(
                    "Import by %s in realm %s %s%s",
                    change.scope().caller().description(),
                    change.scope().realmId(),
                    CONTROL.matcher(change.text()).replaceAll(" "),
                    confirmed ? "" : " (the result of the commit is unknown)");
        }
    }
}
