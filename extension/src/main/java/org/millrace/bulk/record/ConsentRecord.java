package org.millrace.bulk.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user allowed a client to see.
 *
 * @param clientId the client's id as people know it
 * @param clientScopes names of client scopes, or of a client that is shown as one
 */
public record ConsentRecord(@Nullable String clientId, List<String> clientScopes) {}
