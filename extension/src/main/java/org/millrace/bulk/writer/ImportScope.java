package org.millrace.bulk.writer;

import org.millrace.server.Caller;

/**
 * Where an import writes, on whose behalf, and how it decides.
 *
 * @param realmId the id, not the name
 */
public record ImportScope(String realmId, Caller caller, OnConflict onConflict, Validation validation) {}
