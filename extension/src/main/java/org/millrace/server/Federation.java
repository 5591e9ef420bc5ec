package org.millrace.server;

import org.keycloak.models.RealmModel;

/** Whether a realm has users in other stores, such as LDAP, which have a say in what happens to users. */
public final class Federation {
    /** The SPI's interface, whose module Maven Central does not serve. */
    private static final String PROVIDER_TYPE = "org.keycloak.storage.UserStorageProvider";

    private Federation() {}

    /** Whether the realm is connected to such a store, switched on or not. */
    public static boolean isUsedBy(RealmModel realm) {
        return realm.getComponentsStream(realm.getId(), PROVIDER_TYPE).findAny().isPresent();
    }
}
