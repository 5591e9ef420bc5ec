package org.millrace.testsuite.demo;

import java.util.Properties;
import org.millrace.testsuite.server.process.FreePorts;

/**
 * What can be chosen on the command line.
 *
 * @param users {@code -Ddemo.users}: how many to import, 1 or more; 100,000 unless said otherwise
 * @param port {@code -Ddemo.port}: where Keycloak listens; 8080 unless said otherwise, or any free port if that is taken
 * @param stop {@code -Ddemo.stop}: stop at the end instead of waiting for Enter
 * @param fault {@code -Ddemo.fault=false}: leave out the fault and its cure, which take a minute
 */
record DemoOptions(long users, int port, boolean stop, boolean fault) {
    private static final String DEFAULT_USERS = "100000";
    private static final int USUAL_PORT = 8080;

    DemoOptions {
        if (users < 1) {
            throw new IllegalArgumentException("demo.users is " + users + "; it must be 1 or more");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("demo.port is " + port + "; it must be 1 to 65535");
        }
    }

    /** @throws IllegalArgumentException if a value is out of range, or the port that was asked for is taken */
    static DemoOptions of(Properties properties) {
        long users = Long.parseLong(
                properties.getProperty("demo.users", DEFAULT_USERS).replace("_", ""));
        String stop = properties.getProperty("demo.stop", "false");
        return new DemoOptions(
                users,
                port(properties),
                stop.isEmpty() || Boolean.parseBoolean(stop),
                Boolean.parseBoolean(properties.getProperty("demo.fault", "true")));
    }

    private static int port(Properties properties) {
        String wanted = properties.getProperty("demo.port", "");
        if (wanted.isEmpty()) {
            return FreePorts.isFree(USUAL_PORT) ? USUAL_PORT : FreePorts.next();
        }
        int port = Integer.parseInt(wanted);
        if (!FreePorts.isFree(port)) {
            throw new IllegalArgumentException("demo.port is " + port + ", and something listens there already");
        }
        return port;
    }
}
