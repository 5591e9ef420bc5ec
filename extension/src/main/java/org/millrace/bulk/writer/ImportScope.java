package org.millrace.bulk.writer;

import org.millrace.server.Caller;

/**
 * Where an import writes, on whose behalf, and how it decides.
 *
 * @param realmId the id, not the name
 * @param growing whether roles and groups that do not exist may come to be while the import runs
 */
public record ImportScope(
        String realmId, Caller caller, OnConflict onConflict, Validation validation, boolean growing) {
    /** An import of what needs nothing that it brings itself. */
    public ImportScope(String realmId, Caller caller, OnConflict onConflict, Validation validation) {
        this(realmId, caller, onConflict, validation, false);
    }
}
