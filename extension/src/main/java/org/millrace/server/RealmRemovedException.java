package org.millrace.server;

/** The realm that an import writes to was removed. */
public final class RealmRemovedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param realmId its id, not its name */
    public RealmRemovedException(String realmId) {
        super("Realm " + realmId + " was removed");
    }
}
