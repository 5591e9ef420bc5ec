package org.millrace.bulk.job;

import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.server.Caller;

/** Whether a job may go on: it is done with the rights that its starter has now, not with those of the day it was started. */
final class JobRights {
    private JobRights() {}

    /** Why the job may not go on; empty if it may. */
    static Optional<String> missing(KeycloakSession session, RealmModel realm, Caller caller) {
        if (!caller.isActive(session)) {
            return Optional.of("Who started it, or the client that was used, was removed or disabled");
        }
        if (!caller.permissions(session, realm).users().canManage()) {
            return Optional.of("Who started it has no longer the permission manage-users");
        }
        return Optional.empty();
    }
}
