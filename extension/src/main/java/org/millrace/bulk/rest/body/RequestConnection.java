package org.millrace.bulk.rest.body;

import io.quarkus.arc.Arc;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;

/** The HTTP connection of a request. */
public final class RequestConnection {
    private RequestConnection() {}

    /** The connection of the request that the calling thread handles. */
    public static RoutingContext current() {
        return Arc.container().instance(CurrentVertxRequest.class).get().getCurrent();
    }
}
