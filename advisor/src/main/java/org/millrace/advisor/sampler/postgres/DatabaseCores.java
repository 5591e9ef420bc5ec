package org.millrace.advisor.sampler.postgres;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Number of processors of the database server. Called from the thread of the PostgreSQL sampler. */
@FunctionalInterface
public interface DatabaseCores {

    /**
     * Empty if unknown.
     *
     * @param serverAddress the database's own end of the connection as the database sees it, null if that is a Unix socket;
     *     behind a proxy it is not the address that was connected to
     */
    OptionalDouble behind(@Nullable String serverAddress);
}
