package org.millrace.bulk.writer;

import org.millrace.server.Caller;

/**
 * Where an import writes, on whose behalf, and how it decides.
 *
 * @param realmId the id, not the name
 * @param growing whether roles and groups that do not exist may come to be while the import runs
 * @param wrapsWeakHashes whether MD5- and SHA-1-class password hashes are stored inside Argon2
 */
public record ImportScope(
        String realmId,
        Caller caller,
        OnConflict onConflict,
        Validation validation,
        boolean growing,
        boolean wrapsWeakHashes) {
    /** An import of what needs nothing that it brings itself. */
    public ImportScope(String realmId, Caller caller, OnConflict onConflict, Validation validation) {
        this(realmId, caller, onConflict, validation, false, false);
    }

    /** The same for records among others, which may name what comes to be while the import runs. */
    public ImportScope whileGrowing() {
        return new ImportScope(realmId, caller, onConflict, validation, true, wrapsWeakHashes);
    }

    /** The same with weak password hashes stored inside Argon2, or as they are. */
    public ImportScope wrappingWeakHashes(boolean wraps) {
        return new ImportScope(realmId, caller, onConflict, validation, growing, wraps);
    }
}
