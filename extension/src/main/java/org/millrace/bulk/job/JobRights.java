package org.millrace.bulk.job;

import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.entity.EntityTypes;
import org.millrace.server.Caller;

/** Whether a job may go on: it is done with the rights that its starter has now, not with those of the day it was started. */
final class JobRights {
    private JobRights() {}

    /** Why the job may not go on; empty if it may. */
    static Optional<String> missing(KeycloakSession session, RealmModel realm, Job job, Caller caller) {
        if (!caller.isActive(session)) {
            return Optional.of("Who started it, or the client that was used, was removed or disabled");
        }
        Optional<EntityType> type = EntityTypes.named(job.entity());
        if (type.isEmpty()) {
            return Optional.of("This version does not import " + job.entity());
        }
        return type.get().mayImport(caller.permissions(session, realm))
                ? Optional.empty()
                : Optional.of("Who started it has no longer the permission "
                        + type.get().permission());
    }
}
