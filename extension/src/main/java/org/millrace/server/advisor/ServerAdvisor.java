package org.millrace.server.advisor;

import io.micrometer.core.instrument.Metrics;
import io.smallrye.config.SmallRyeConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.keycloak.common.Version;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.PostMigrationEvent;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.RequestSamples;
import org.millrace.advisor.Rules;
import org.millrace.advisor.SteadyClock;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.SettingSource;
import org.millrace.advisor.sampler.machine.CgroupSampler;
import org.millrace.advisor.sampler.machine.HostSampler;
import org.millrace.advisor.sampler.machine.HostSettingSource;
import org.millrace.advisor.sampler.machine.JvmSampler;
import org.millrace.advisor.sampler.machine.JvmSettingSource;
import org.millrace.advisor.sampler.machine.ProcessSampler;
import org.millrace.advisor.sampler.micrometer.MeterSampler;
import org.millrace.advisor.sampler.micrometer.ServerMeters;
import org.millrace.advisor.sampler.postgres.ExpectedIndex;
import org.millrace.advisor.sampler.postgres.PostgresSampler;
import org.millrace.advisor.sampler.postgres.StatementActivity;
import org.millrace.advisor.sampler.postgres.connection.DatabaseReach;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.NodeName;
import org.millrace.server.advisor.report.NodeReports;
import org.millrace.server.advisor.sampler.CacheSampler;
import org.millrace.server.advisor.sampler.ImportSettingSource;
import org.millrace.server.advisor.sampler.KeycloakSettingSource;
import org.millrace.server.advisor.sampler.NodeLoads;
import org.millrace.server.advisor.sampler.PoolSampler;
import org.millrace.server.advisor.sampler.PostgresAccess;
import org.millrace.server.advisor.sampler.QuarkusSettingSource;
import org.millrace.server.advisor.sampler.ReadinessSampler;
import org.millrace.server.advisor.sampler.RequestExecutor;
import org.millrace.server.advisor.sampler.RequestThreadSampler;

/** Puts an advisor together from what this server has: the one place where a sampler is registered. */
final class ServerAdvisor {

    private static final int DEFAULT_MANAGEMENT_PORT = 9000;

    private ServerAdvisor() {}

    /** @param others notified of the caches as soon as they exist */
    static Advisor create(KeycloakSessionFactory factory, AdvisorOptions options, NodeReports others) {
        Config config = ConfigProvider.getConfig();
        Path root = Path.of("/");
        SteadyClock clock = SteadyClock.system();
        int managementPort = config.getOptionalValue("kc.http-management-port", Integer.class)
                .orElse(DEFAULT_MANAGEMENT_PORT);
        AtomicReference<String> node = new AtomicReference<>(NodeName.ofProcess());
        CacheSampler caches = new CacheSampler(factory, manager -> {
            node.set(NodeName.of(manager));
            others.join(manager);
        });
        ReadinessSampler readiness = new ReadinessSampler();
        NodeLoads loads = new NodeLoads(root);
        others.alongWith(loads::join);
        factory.register(event -> {
            if (event instanceof PostMigrationEvent) {
                FaultIsolation.run("Caches and readiness are not sampled", () -> {
                    caches.begin();
                    readiness.ready();
                    ManagementEndpoint.logIfAbsent();
                });
            }
        });

        StatementActivity statements = new StatementActivity(clock);
        RequestSamples requests = new RequestSamples();
        List<Sampler> samplers = new ArrayList<>();
        samplers.add(new JvmSampler());
        samplers.add(new ProcessSampler());
        samplers.add(new CgroupSampler(root));
        samplers.add(new HostSampler(root));
        samplers.add(new MeterSampler(
                Metrics.globalRegistry, ServerMeters.chosen(managementPort, ManagementEndpoint.prefix())));
        samplers.add(new RequestThreadSampler(
                Metrics.globalRegistry,
                ServerMeters.activeRequests(managementPort),
                RequestExecutor::find,
                statements,
                requests,
                clock,
                loads::otherNodesCpu));
        samplers.add(new PoolSampler(PoolSampler::serverPool));
        samplers.add(caches);
        samplers.add(readiness);
        samplers.add(loads);

        List<SettingSource> settings = new ArrayList<>();
        settings.add(new KeycloakSettingSource());
        settings.add(new QuarkusSettingSource(ConfigProvider.getConfig().unwrap(SmallRyeConfig.class)));
        settings.add(options::stated);
        settings.add(new JvmSettingSource());
        settings.add(new HostSettingSource(root));
        settings.add(new ImportSettingSource());
        if (options.databaseConnection()) {
            Optional<PostgresAccess> access = PostgresAccess.from(config);
            access.ifPresent(database -> {
                DatabaseReach reach = new DatabaseReach(clock);
                PostgresSampler postgres = new PostgresSampler(
                        database,
                        address -> database.cores(options.databaseCores(), address),
                        ExpectedIndex.of(Version.VERSION),
                        config.getOptionalValue("kc.db-schema", String.class),
                        clock,
                        statements,
                        reach);
                samplers.add(reach);
                settings.add(reach);
                samplers.add(postgres);
                settings.add(postgres);
            });
        }
        Advisor advisor = new Advisor(
                node::get,
                options.sampling(),
                samplers,
                settings,
                Rules.all(),
                options.thresholds(),
                clock,
                requests,
                options.mostIncidents());
        advisor.showVersion(Compatibility.millraceVersion());
        advisor.onDiagnosis(new FindingMeters(Metrics.globalRegistry, Rules.all())::show);
        PostgresMeters postgres = new PostgresMeters(
                Metrics.globalRegistry, () -> advisor.stalledSince().isEmpty() ? advisor.latest() : Optional.empty());
        advisor.onDiagnosis(diagnosis -> postgres.registerNew());
        loads.publishLoadOf(advisor);
        return advisor;
    }
}
