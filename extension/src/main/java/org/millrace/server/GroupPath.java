package org.millrace.server;

import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Groups by their paths. */
public final class GroupPath {
    /** Characters. Keycloak asks the database once for each name in a path. */
    static final int MAX_LENGTH = 4096;

    private GroupPath() {}

    /** The group; null if there is none, as with any path of more than 4,096 characters. */
    public static @Nullable GroupModel find(KeycloakSession session, RealmModel realm, String path) {
        return path.length() > MAX_LENGTH ? null : KeycloakModelUtils.findGroupByPath(session, realm, path);
    }
}
