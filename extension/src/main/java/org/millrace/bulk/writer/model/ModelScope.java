package org.millrace.bulk.writer.model;

import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;

/**
 * What writing through the model needs beside the session of a chunk.
 *
 * @param events is told of each entity that was written, if somebody asked for it
 */
public record ModelScope(ImportScope imported, Database database, EntityEvents events) {}
