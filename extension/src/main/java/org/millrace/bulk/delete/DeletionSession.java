package org.millrace.bulk.delete;

import org.millrace.bulk.writer.model.ChunkSession;

/**
 * What the deletions of one chunk share. For one session and its thread.
 *
 * @param in the session, its realm and the caller's permissions
 * @param users removes users, such as service accounts
 * @param protection keeps an administrator in the realm
 */
public record DeletionSession(ChunkSession in, UserRemoval users, AdministratorProtection protection) {}
