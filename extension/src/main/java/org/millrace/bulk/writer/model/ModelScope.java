package org.millrace.bulk.writer.model;

import java.util.Set;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;

/**
 * What writing through the model needs beside the session of a chunk.
 *
 * @param events is told of each entity that was written, if somebody asked for it
 * @param newClients ids of clients with authorization services that this import has made on this node: their settings are theirs from
 *     the start, although they come later; for any thread
 */
public record ModelScope(ImportScope imported, Database database, EntityEvents events, Set<String> newClients) {}
