package org.millrace.bulk.job.run;

import java.util.Optional;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.caller.Caller;

/** Whether a job may continue: its owner needs the permission at present, not only on the day the job was started. */
final class JobRights {
    private static final Logger LOG = Logger.getLogger(JobRights.class);

    private JobRights() {}

    /**
     * The reason why the job must not continue; empty if it may continue.
     *
     * @throws RuntimeException if the database cannot be read; the check can be repeated then
     */
    static Optional<Violation> missing(KeycloakSession session, RealmModel realm, Job job, Caller caller) {
        try {
            return missing(new Owner(session, realm, caller), job);
        } catch (RuntimeException e) {
            if (DatabaseFaults.isOfDatabase(e)) {
                throw e;
            }
            LOG.errorf(RedactedException.of(e), "The permissions of the owner of job %s cannot be evaluated", job.id());
            return Optional.of(Violation.of(
                    "permission-check-failed",
                    null,
                    "The permissions of the owner of job " + job.id()
                            + " cannot be evaluated; search the server log for this id"));
        }
    }

    private record Owner(KeycloakSession session, RealmModel realm, Caller caller) {
        boolean mayImport(EntityType type) {
            return type.mayImport(new CallerPermissions(session, realm, caller.permissions(session, realm)));
        }
    }

    private static Optional<Violation> missing(Owner owner, Job job) {
        if (!owner.caller().isActive(owner.session())) {
            return forbidden(
                    "The owner of the job, or the client of the owner's session, was removed or disabled, or the owner's tokens were revoked");
        }
        Optional<EntityType> type = EntityTypes.named(job.entity());
        if (type.isEmpty()) {
            return forbidden("This version of Millrace does not support the entity \"" + job.entity() + "\"");
        }
        return owner.mayImport(type.get())
                ? Optional.empty()
                : forbidden("The owner of the job no longer has the permission "
                        + type.get().permission());
    }

    private static Optional<Violation> forbidden(String detail) {
        return Optional.of(Violation.of("forbidden", null, detail));
    }
}
