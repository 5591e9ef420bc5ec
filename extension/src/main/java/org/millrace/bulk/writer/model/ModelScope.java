package org.millrace.bulk.writer.model;

import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;

/**
 * Dependencies of writing through the model, in addition to the session of a chunk.
 *
 * @param events receives an event for each written entity, if event logging is enabled
 * @param dryRun whether all is rolled back
 */
public record ModelScope(ImportScope imported, Database database, EntityEvents events, boolean dryRun) {}
