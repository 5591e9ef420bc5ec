package org.millrace.advisor.sampler.postgres;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.RealmFacts;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.DatabaseSchema;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/**
 * What Keycloak's realms are configured to use outside of the server: LDAP servers, identity providers, SMTP servers, with their
 * timeouts; and password policies. Columns are chosen by name, so that no bind credential, client secret or password is read.
 */
final class RealmReading implements Reading {

    /** Returns no row while the first start of Keycloak still creates its tables. */
    private static final String SCHEMA = """
            SELECT quote_ident(nspname) AS schema
              FROM pg_namespace AS namespace
             WHERE namespace.oid = :schema_oid
               AND 6 = (SELECT count(*)
                          FROM pg_class
                         WHERE relnamespace = namespace.oid
                           AND relname IN ('realm', 'realm_smtp_config', 'component', 'component_config',
                                           'identity_provider', 'identity_provider_config'))
            """;

    private static final String LDAP = """
            SELECT realm.name AS realm, component.name AS name,
                   max(config.value) FILTER (WHERE config.name = 'connectionUrl') AS url,
                   max(config.value) FILTER (WHERE config.name = 'connectionTimeout') AS connection_timeout,
                   max(config.value) FILTER (WHERE config.name = 'readTimeout') AS read_timeout,
                   max(config.value) FILTER (WHERE config.name = 'connectionPooling') AS pooling
              FROM :schema.component AS component
              JOIN :schema.realm AS realm ON realm.id = component.realm_id
              JOIN :schema.component_config AS config ON config.component_id = component.id
             WHERE component.provider_type = 'org.keycloak.storage.UserStorageProvider'
               AND config.name IN ('connectionUrl', 'connectionTimeout', 'readTimeout', 'connectionPooling')
             GROUP BY realm.name, component.name
            HAVING count(*) FILTER (WHERE config.name = 'connectionUrl') > 0
             ORDER BY realm.name, component.name
             LIMIT 50
            """;

    private static final String SMTP = """
            SELECT realm.name AS realm,
                   max(config.value) FILTER (WHERE config.name = 'host') AS host,
                   max(config.value) FILTER (WHERE config.name = 'port') AS port,
                   max(config.value) FILTER (WHERE config.name = 'connectionTimeout') AS connection_timeout,
                   max(config.value) FILTER (WHERE config.name = 'timeout') AS read_timeout
              FROM :schema.realm_smtp_config AS config
              JOIN :schema.realm AS realm ON realm.id = config.realm_id
             WHERE config.name IN ('host', 'port', 'connectionTimeout', 'timeout')
             GROUP BY realm.name
             ORDER BY realm.name
             LIMIT 50
            """;

    private static final String IDENTITY_PROVIDERS = """
            SELECT realm.name AS realm, provider.provider_alias AS name, min(config.value) AS url
              FROM :schema.identity_provider AS provider
              JOIN :schema.realm AS realm ON realm.id = provider.realm_id
              JOIN :schema.identity_provider_config AS config ON config.identity_provider_id = provider.internal_id
             WHERE config.name IN ('tokenUrl', 'userInfoUrl', 'jwksUrl') AND config.value LIKE 'http%'
             GROUP BY realm.name, provider.provider_alias
             ORDER BY realm.name, provider.provider_alias
             LIMIT 50
            """;

    private static final String POLICIES = """
            SELECT name AS realm, password_policy AS policy
              FROM :schema.realm
             WHERE password_policy LIKE '%hash%'
             ORDER BY name
             LIMIT 50
            """;

    private static final Pattern HASH_POLICY = Pattern.compile("hash(?:Algorithm|Iterations)\\([\\w.-]*\\)");

    private final String schema;
    private volatile List<Setting> settings = List.of();

    RealmReading(DatabaseSchema database) {
        this.schema = database.in(SCHEMA);
    }

    @Override
    public int period() {
        return 15;
    }

    /** The last values. */
    List<Setting> settings() {
        return settings;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        String[] name = new String[1];
        Statements.query(open, schema, row -> name[0] = row.getString("schema"));
        if (name[0] == null) {
            return;
        }
        List<Setting> read = new ArrayList<>();
        Statements.query(open, LDAP.replace(":schema", name[0]), row -> {
            String value = address(row.getString("url")) + ", connection timeout "
                    + timeout(row.getString("connection_timeout")) + ", read timeout "
                    + timeout(row.getString("read_timeout")) + ", connection pooling "
                    + ("true".equals(row.getString("pooling")) ? "on" : "off");
            read.add(new Setting(
                    RealmFacts.ldap(row.getString("realm"), row.getString("name")), value, "user federation"));
        });
        Statements.query(open, SMTP.replace(":schema", name[0]), row -> {
            @Nullable String host = row.getString("host");
            if (host != null && !host.isBlank()) {
                @Nullable String port = row.getString("port");
                String value = host + (port == null || port.isBlank() ? "" : ":" + port) + ", connection timeout "
                        + timeout(row.getString("connection_timeout")) + ", read timeout "
                        + timeout(row.getString("read_timeout"));
                read.add(new Setting(RealmFacts.smtp(row.getString("realm")), value, "realm email settings"));
            }
        });
        Statements.query(open, IDENTITY_PROVIDERS.replace(":schema", name[0]), row -> {
            read.add(new Setting(
                    RealmFacts.identityProvider(row.getString("realm"), row.getString("name")),
                    address(row.getString("url")),
                    "identity provider"));
        });
        Statements.query(open, POLICIES.replace(":schema", name[0]), row -> {
            String policy = hashing(row.getString("policy"));
            if (!policy.isEmpty()) {
                read.add(new Setting(
                        RealmFacts.passwordPolicy(row.getString("realm")), policy, "realm password policy"));
            }
        });
        settings = List.copyOf(read);
    }

    /** Scheme, host and port: what else is in a URL may be a secret. */
    static String address(@Nullable String urls) {
        if (urls == null) {
            return "unknown";
        }
        List<String> addresses = new ArrayList<>();
        for (String url : urls.strip().split("[\\s,]+")) {
            try {
                URI uri = URI.create(url);
                addresses.add(
                        uri.getHost() == null
                                ? "unknown"
                                : uri.getScheme() + "://" + uri.getHost()
                                        + (uri.getPort() < 0 ? "" : ":" + uri.getPort()));
            } catch (IllegalArgumentException e) {
                addresses.add("unknown");
            }
        }
        return String.join(" ", addresses);
    }

    private static String timeout(@Nullable String milliseconds) {
        return milliseconds == null || milliseconds.isBlank() || !milliseconds.matches("\\d{1,12}")
                ? "unset"
                : milliseconds + " ms";
    }

    private static String hashing(@Nullable String policy) {
        List<String> parts = new ArrayList<>();
        Matcher matcher = HASH_POLICY.matcher(policy == null ? "" : policy);
        while (matcher.find()) {
            parts.add(matcher.group());
        }
        return String.join(" and ", parts);
    }
}
