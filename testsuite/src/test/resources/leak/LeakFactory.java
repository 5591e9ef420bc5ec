package leak;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.keycloak.Config;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.services.resource.RealmResourceProvider;
import org.keycloak.services.resource.RealmResourceProviderFactory;

/** An extension as one should not write it: each call takes a connection and never gives it back. Compiled by a test. */
public class LeakFactory implements RealmResourceProviderFactory {

    @Override
    public String getId() {
        return "leak";
    }

    @Override
    public RealmResourceProvider create(KeycloakSession session) {
        return new Leak(session.getKeycloakSessionFactory());
    }

    @Override
    public void init(Config.Scope scope) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}

    public static class Leak implements RealmResourceProvider {

        private final KeycloakSessionFactory factory;

        Leak(KeycloakSessionFactory factory) {
            this.factory = factory;
        }

        @Override
        public Object getResource() {
            return this;
        }

        @POST
        public Response leak() throws InterruptedException {
            CountDownLatch taken = new CountDownLatch(1);
            Thread thread = new Thread(() -> take(taken), "leak");
            thread.setDaemon(true);
            thread.start();
            taken.await();
            return Response.noContent().build();
        }

        private void take(CountDownLatch taken) {
            KeycloakSession session = factory.create();
            session.getTransactionManager().begin();
            session.getProvider(JpaConnectionProvider.class)
                    .getEntityManager()
                    .createNativeQuery("SELECT 1")
                    .getSingleResult();
            taken.countDown();
            while (true) {
                LockSupport.park();
            }
        }

        @Override
        public void close() {}
    }
}
