package org.millrace.server.advisor.store;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration;
import io.agroal.api.configuration.AgroalDataSourceConfiguration.DataSourceImplementation;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.millrace.server.Database;

/**
 * Connections to Keycloak's database outside its pool, for the advisor's writes: with the configuration of the pool, shorter time-outs,
 * and closed after each use. For every database that Keycloak supports.
 */
public final class OwnConnections {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Properties of the JDBC drivers by product, in the units of the driver. H2 runs in this process and needs none. */
    private static final Map<String, Map<String, String>> LIMITS = Map.of(
            "postgresql",
            Map.of(
                    "ApplicationName", "millrace-advisor-store",
                    "connectTimeout", "5",
                    "loginTimeout", "5",
                    "socketTimeout", "5"),
            "mariadb",
            Map.of("connectTimeout", "5000", "socketTimeout", "5000"));

    private OwnConnections() {}

    /**
     * Keycloak's database over such connections. Opens one to detect the product.
     *
     * @throws SQLException if it cannot be reached
     */
    public static Database database(AgroalDataSource pool) throws SQLException {
        AgroalConnectionFactoryConfiguration pools =
                pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        AgroalConnectionFactoryConfigurationSupplier own = new AgroalConnectionFactoryConfigurationSupplier(pools);
        own.loginTimeout(TIMEOUT).poolRecovery(false);
        LIMITS.forEach((product, limits) -> {
            if (pools.jdbcUrl().contains(":" + product + ":")) {
                limits.forEach(own::jdbcProperty);
            }
        });
        AgroalDataSourceConfigurationSupplier source = new AgroalDataSourceConfigurationSupplier()
                .dataSourceImplementation(DataSourceImplementation.AGROAL_POOLLESS)
                .connectionPoolConfiguration(connections ->
                        connections.maxSize(1).acquisitionTimeout(TIMEOUT).connectionFactoryConfiguration(own));
        return Database.behind(AgroalDataSource.from(source));
    }
}
