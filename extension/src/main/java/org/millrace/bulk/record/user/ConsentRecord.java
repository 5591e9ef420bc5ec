package org.millrace.bulk.record.user;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's consent for a client.
 *
 * @param clientId the client id, not the UUID
 * @param clientScopes names of client scopes, or of a client that is shown as one
 */
public record ConsentRecord(@Nullable String clientId, List<String> clientScopes) {}
