package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** Requests as the HTTP server counts them, without those of the management interface. */
public final class HttpSignals {

    /** Begun and not yet answered, whether a thread works on them or not. */
    public static final Signal ACTIVE_REQUESTS = Signal.gauge("http.server.active.requests", "requests");

    public static final Signal REQUESTS = Signal.counter("http.server.requests.count", "requests");

    /** From the first byte of the request to the last of the answer, waiting for a thread included. */
    public static final Signal REQUEST_TIME = Signal.counter("http.server.requests.time", "seconds");

    /** Answered with a status of 500 or above. */
    public static final Signal SERVER_ERRORS = Signal.counter("http.server.requests.errors", "requests");

    /** Responses with 503: rejected because the queue was full, or not ready. */
    public static final Signal REFUSED = Signal.counter("http.server.requests.refused", "requests");

    /** Given up by the client before the answer. */
    public static final Signal RESETS = Signal.counter("http.server.requests.reset", "requests");

    /** Logins, tokens and what else Keycloak counts for its service level. */
    public static final Signal AUTHENTICATIONS = Signal.counter("http.server.authentications.count", "requests");

    /** Of these, the ones answered within a quarter of a second; absent unless the server keeps histograms. */
    public static final Signal FAST_AUTHENTICATIONS = Signal.counter("http.server.authentications.fast", "requests");

    public static final Signal AUTHENTICATION_TIME = Signal.counter("http.server.authentications.time", "seconds");

    /** Calls of userinfo and introspection: clients could know the answers themselves. */
    public static final Signal TOKEN_LOOK_UPS = Signal.counter("http.server.token.look.ups", "requests");

    /** Calls for keys and metadata, which hardly ever change. */
    public static final Signal DISCOVERIES = Signal.counter("http.server.discoveries", "requests");

    public static final Signal STATIC_TIME = Signal.counter("http.server.resources.time", "seconds");

    public static final Signal ADMIN_WRITES = Signal.counter("http.server.admin.writes", "requests");

    public static final Signal CONNECTIONS = Signal.gauge("http.server.active.connections", "connections");

    /** The ages of all open connections together. */
    public static final Signal CONNECTION_AGES = Signal.gauge("http.server.connections.duration", "seconds");

    /** Meters of user events and requests: each is a time series to keep. */
    public static final Signal EVENT_SERIES = Signal.gauge("keycloak.user.events.series", "series");

    private HttpSignals() {}
}
