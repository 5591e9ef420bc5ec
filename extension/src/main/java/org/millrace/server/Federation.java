package org.millrace.server;

import org.keycloak.models.RealmModel;

/** Whether a realm uses user federation, such as LDAP. */
public final class Federation {
    /** The SPI's interface, whose module Maven Central does not serve. */
    private static final String PROVIDER_TYPE = "org.keycloak.storage.UserStorageProvider";

    private Federation() {}

    /** Whether the realm has a user storage provider, enabled or not. */
    public static boolean isUsedBy(RealmModel realm) {
        return realm.getComponentsStream(realm.getId(), PROVIDER_TYPE).findAny().isPresent();
    }
}
