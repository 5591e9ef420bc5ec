package org.millrace.testsuite.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;

@InContainers
class ClusterIT {
    @Test
    void theSecondNodeContinuesWhenTheFirstIsKilled() {
        try (ServerUnderTest server =
                ServerUnderTest.start(ServerOptions.postgres().startingFast())) {
            Node first = server.node();
            Node second = server.startNode();
            String realm = "harness-" + UUID.randomUUID();
            String later = "harness-" + UUID.randomUUID();
            AdminClient admin = AdminClient.of(first);

            admin.createRealm(realm);
            assertThat(admin.at(second).get("/admin/realms/" + realm).status()).isEqualTo(200);
            assertThat(Metrics.of(second).value("vendor_cluster_size")).hasValue(2);

            first.kill();
            assertThat(first.isAlive()).isFalse();
            assertThat(server.nodes()).containsExactly(second);

            AdminClient survivor = AdminClient.of(second);
            survivor.createRealm(later);
            assertThat(survivor.get("/admin/realms/" + realm).status()).isEqualTo(200);
            assertThat(survivor.get("/admin/realms/" + later).status()).isEqualTo(200);

            second.stop();
            assertThat(second.log()).contains("stopped in");
            assertThat(server.nodes()).isEmpty();
        }
    }
}
