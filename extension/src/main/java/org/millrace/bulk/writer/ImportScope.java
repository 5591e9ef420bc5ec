package org.millrace.bulk.writer;

import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.record.IdMapping;
import org.millrace.server.caller.Caller;

/**
 * Target, caller and options of an import.
 *
 * @param realmId the id, not the name
 * @param ids the ids of the created entities
 * @param growing whether missing roles and groups may be created while the import runs
 * @param wrapsWeakHashes whether MD5- and SHA-1-class password hashes are stored inside Argon2
 * @param matchByEmail whether a record may match an existing user by email alone
 * @param defaults for users
 * @param foreignKeyChecks how often foreign keys of created rows may be checked
 */
public record ImportScope(
        String realmId,
        Caller caller,
        OnConflict onConflict,
        Validation validation,
        IdMapping ids,
        boolean growing,
        boolean wrapsWeakHashes,
        MatchByEmail matchByEmail,
        UserDefaults defaults,
        ForeignKeyChecks foreignKeyChecks) {
    /** An import of what needs nothing that it brings itself. */
    public ImportScope(String realmId, Caller caller, OnConflict onConflict, Validation validation) {
        this(
                realmId,
                caller,
                onConflict,
                validation,
                IdMapping.KEEP,
                false,
                false,
                MatchByEmail.VERIFIED,
                UserDefaults.NONE,
                ForeignKeyChecks.ROW);
    }

    /** The same for records of several types, which may create referenced entities while the import runs. */
    public ImportScope whileGrowing() {
        return new ImportScope(
                realmId,
                caller,
                onConflict,
                validation,
                ids,
                true,
                wrapsWeakHashes,
                matchByEmail,
                defaults,
                foreignKeyChecks);
    }

    /** The same with weak password hashes stored inside Argon2, or as they are. */
    public ImportScope wrappingWeakHashes(boolean wraps) {
        return new ImportScope(
                realmId, caller, onConflict, validation, ids, growing, wraps, matchByEmail, defaults, foreignKeyChecks);
    }

    /** The same with these options for users. */
    public ImportScope ofUsers(MatchByEmail match, UserDefaults values) {
        return new ImportScope(
                realmId,
                caller,
                onConflict,
                validation,
                ids,
                growing,
                wrapsWeakHashes,
                match,
                values,
                foreignKeyChecks);
    }

    /** The same import with other ids for its records. */
    public ImportScope with(IdMapping mapping) {
        return new ImportScope(
                realmId,
                caller,
                onConflict,
                validation,
                mapping,
                growing,
                wrapsWeakHashes,
                matchByEmail,
                defaults,
                foreignKeyChecks);
    }

    /** The same with foreign keys checked this often. */
    public ImportScope checkingForeignKeys(ForeignKeyChecks checks) {
        return new ImportScope(
                realmId, caller, onConflict, validation, ids, growing, wrapsWeakHashes, matchByEmail, defaults, checks);
    }
}
