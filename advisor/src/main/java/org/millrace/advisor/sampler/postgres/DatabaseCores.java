package org.millrace.advisor.sampler.postgres;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Tells how many processors the database server has. Called from the thread of the PostgreSQL sampler. */
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
