package org.millrace.server.advisor.sampler;

import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/**
 * Name, time-outs and statements of the advisor's connections, independent of those of Keycloak's connections. It uses PostgreSQL's driver, which
 * is missing on a server for another database.
 */
final class ConnectionLimits {

    static final String APPLICATION = "millrace-advisor";

    private static final String SECONDS_TO_CONNECT = "5";

    /** Longer than the time-out of statements, which answers first unless the server is gone. */
    private static final String SECONDS_TO_ANSWER = "5";

    /** A pooler in transaction mode may run the next transaction on a connection that does not know the prepared statement. */
    private static final String NOTHING_PREPARED = "0";

    private static final Map<String, String> OWN = Map.of(
            PGProperty.APPLICATION_NAME.getName(), APPLICATION,
            PGProperty.CONNECT_TIMEOUT.getName(), SECONDS_TO_CONNECT,
            PGProperty.LOGIN_TIMEOUT.getName(), SECONDS_TO_CONNECT,
            PGProperty.SOCKET_TIMEOUT.getName(), SECONDS_TO_ANSWER,
            PGProperty.PREPARE_THRESHOLD.getName(), NOTHING_PREPARED);

    private ConnectionLimits() {}

    /** The URL without what would go before the properties: the driver believes a URL first. */
    static String url(String url) {
        int mark = url.indexOf('?');
        if (mark < 0) {
            return url;
        }
        String others = Stream.of(url.substring(mark + 1).split("&"))
                .filter(parameter -> !OWN.containsKey(parameter.split("=", 2)[0]))
                .collect(Collectors.joining("&"));
        return url.substring(0, mark) + (others.isEmpty() ? "" : "?" + others);
    }

    /**
     * Keycloak's properties stay, its {@code options} among them: what they set is in force for its connections, and to be seen.
     *
     * @param credentials all properties of Keycloak's own connections, except the URL
     */
    static Properties properties(Properties credentials) {
        Properties properties = new Properties();
        properties.putAll(credentials);
        properties.putAll(OWN);
        return properties;
    }
}
