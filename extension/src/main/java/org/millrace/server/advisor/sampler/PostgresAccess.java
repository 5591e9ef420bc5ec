package org.millrace.server.advisor.sampler;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.sampler.postgres.connection.ConnectionSource;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections to the server's own PostgreSQL, outside its pool: with short time-outs, and named.
 *
 * <p>Holds a password: it has no fields to be read and no {@code toString} of its own.
 */
public final class PostgresAccess implements ConnectionSource {

    private static final String URL = "quarkus.datasource.jdbc.url";
    private static final Pattern PLAIN_OR_WRAPPED = Pattern.compile("^jdbc:(?:[a-z0-9-]+:)*postgresql:");
    private static final String ADDITIONAL = "quarkus.datasource.jdbc.additional-jdbc-properties.";

    private final String url;
    private final Properties properties;

    private PostgresAccess(String url, Properties credentials) {
        this.url = ConnectionLimits.url(unwrapped(url));
        this.properties = ConnectionLimits.properties(credentials);
    }

    /** Empty if the server uses another database. */
    public static Optional<PostgresAccess> from(Config config) {
        // The driver may be touched only behind this: a server built for another database comes without it.
        return config.getOptionalValue(URL, String.class)
                .filter(PostgresAccess::isPostgres)
                .map(url -> new PostgresAccess(url, credentials(config)));
    }

    static Optional<PostgresAccess> of(String url, Properties credentials) {
        return isPostgres(url) ? Optional.of(new PostgresAccess(url, credentials)) : Optional.empty();
    }

    private static boolean isPostgres(String url) {
        return PLAIN_OR_WRAPPED.matcher(url).find();
    }

    /** The URL for PostgreSQL's own driver: wrappers such as {@code jdbc:aws-wrapper:postgresql:} put their name before its. */
    private static String unwrapped(String url) {
        return PLAIN_OR_WRAPPED.matcher(url).replaceFirst("jdbc:postgresql:");
    }

    @Override
    public Connection open() throws SQLException {
        @Nullable Connection connection;
        try {
            connection = new Driver().connect(url, properties);
        } catch (SQLException e) {
            throw new SQLException(
                    SecretMask.mask("failure", String.valueOf(e.getMessage())), e.getSQLState(), cause(e));
        }
        if (connection == null) {
            throw new SQLException("the PostgreSQL driver does not take the configured JDBC URL");
        }
        return connection;
    }

    /** Its kind alone: the driver quotes the URL, and a password may be in it. Null unless the network failed. */
    private static @Nullable IOException cause(SQLException failure) {
        for (@Nullable Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                String name = cause.getClass().getSimpleName();
                return cause instanceof SocketTimeoutException
                        ? new SocketTimeoutException(name)
                        : new IOException(name);
            }
        }
        return null;
    }

    /**
     * What the operator has stated, or this machine's processors if the database is on it.
     *
     * <p>The URL alone does not tell: proxies and sidecars listen on localhost too. A database behind one reports the
     * address at which the proxy has reached it.
     *
     * @param serverAddress as the database reports it, null if it was reached by a Unix socket
     */
    public OptionalDouble cores(OptionalDouble stated, @Nullable String serverAddress) {
        if (stated.isPresent()) {
            return stated;
        }
        boolean local = serverAddress == null ? isUnixSocket() : isLoopback(serverAddress);
        return local && isLocal()
                ? OptionalDouble.of(Runtime.getRuntime().availableProcessors())
                : OptionalDouble.empty();
    }

    private boolean isLocal() {
        try {
            @Nullable String host = URI.create(url.substring("jdbc:".length())).getHost();
            return host != null && isLoopback(host);
        } catch (IllegalArgumentException severalHosts) {
            return false;
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    /** Java has no such sockets for JDBC drivers; this library brings them. Other factories tunnel to other machines. */
    private boolean isUnixSocket() {
        @Nullable Properties all = Driver.parseURL(url, properties);
        @Nullable String factory = all == null ? null : PGProperty.SOCKET_FACTORY.getOrDefault(all);
        return factory != null && factory.startsWith("org.newsclub.net.unix.");
    }

    /** The connection properties of the server's own pool, including TLS. */
    private static Properties credentials(Config config) {
        Properties properties = new Properties();
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(ADDITIONAL)) {
                String key = name.substring(ADDITIONAL.length()).replace("\"", "");
                config.getOptionalValue(name, String.class).ifPresent(value -> properties.setProperty(key, value));
            }
        }
        config.getOptionalValue("quarkus.datasource.username", String.class)
                .ifPresent(user -> PGProperty.USER.set(properties, user));
        config.getOptionalValue("quarkus.datasource.password", String.class)
                .ifPresent(password -> PGProperty.PASSWORD.set(properties, password));
        return properties;
    }
}
