package org.millrace.bulk.password;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.ErrorPage;
import org.keycloak.utils.MediaTypeMatcher;

/** The response to a login whose password cannot be verified now: no event, no count of failures. */
final class LoginUnavailable {
    private static final String TEXT =
            "Your password cannot be verified at the moment, because another system does not respond. Please try again in a minute.";
    private static final int RETRY_AFTER_SECONDS = 10;

    private LoginUnavailable() {}

    /** Keycloak sends the response of such an exception as it is, from its pages and from its endpoints. */
    @SuppressWarnings("deprecation") // The matcher takes nothing else.
    static WebApplicationException exception(KeycloakSession session) {
        Response response = MediaTypeMatcher.isHtmlRequest(session.getContext().getRequestHeaders())
                ? ErrorPage.error(
                        session,
                        session.getContext().getAuthenticationSession(),
                        Response.Status.SERVICE_UNAVAILABLE,
                        TEXT)
                : Response.status(Response.Status.SERVICE_UNAVAILABLE)
                        .entity(JsonNodeFactory.instance
                                .objectNode()
                                .put("error", "temporarily_unavailable")
                                .put("error_description", TEXT)
                                .toString())
                        .type(MediaType.APPLICATION_JSON_TYPE)
                        .build();
        return new WebApplicationException(Response.fromResponse(response)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .build());
    }
}
