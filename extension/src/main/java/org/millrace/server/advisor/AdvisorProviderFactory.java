package org.millrace.server.advisor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.report.document.JsonReport;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.advisor.report.NodeReports;
import org.millrace.server.advisor.store.AdvisorStore;

/** Starts the advisor with the server, serves {@code /admin/realms/master/advisor}, and ends it with the server. */
public final class AdvisorProviderFactory implements AdminRealmResourceProviderFactory {

    static final String ID = "advisor";

    private static final String DISABLED = "The advisor is disabled: it failed to start";

    private @Nullable AdvisorOptions options;
    private @Nullable Advisor advisor;
    private @Nullable NodeReports others;
    private @Nullable AdvisorStore store;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return Compatibility.isSupported() ? AdvisorOptions.metadata() : List.of();
    }

    @Override
    public void init(Config.Scope scope) {
        if (Compatibility.isSupported()) {
            FaultIsolation.run(DISABLED, () -> options = AdvisorOptions.read(scope));
        }
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        Compatibility.log();
        AdvisorOptions chosen = options;
        if (chosen != null && chosen.enabled()) {
            FaultIsolation.run(DISABLED, () -> start(factory, chosen));
        }
    }

    private void start(KeycloakSessionFactory factory, AdvisorOptions chosen) {
        NodeReports nodes = new NodeReports();
        Advisor created = ServerAdvisor.create(factory, chosen, nodes);
        nodes.answerWith(window -> new JsonReport().write(created.report(window)));
        AdvisorStore kept = ServerStore.create(factory, chosen, created);
        created.start();
        advisor = created;
        others = nodes;
        store = kept;
        RunningAdvisor.set(created, nodes, kept, chosen.managementDetails());
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        return options == null ? Compatibility.noResource() : new AdvisorProvider();
    }

    @Override
    public void close() {
        FaultIsolation.run("The advisor was not stopped", this::stop);
    }

    private void stop() {
        Advisor running = advisor;
        if (running == null) {
            return;
        }
        advisor = null;
        RunningAdvisor.clear(running);
        if (others != null) {
            others.close();
            others = null;
        }
        try {
            if (store != null) {
                store.close();
                store = null;
            }
            running.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The shutdown was interrupted; the threads are daemons.
        }
    }
}
