package slow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.keycloak.Config;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerProviderFactory;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/**
 * An event listener that holds up each login: for two seconds, or by a call to the address in the realm's attribute
 * {@code listener-url}. Compiled by a test.
 */
public class SlowListenerFactory implements EventListenerProviderFactory {

    @Override
    public String getId() {
        return "slow";
    }

    @Override
    public EventListenerProvider create(KeycloakSession session) {
        return new SlowListener(session);
    }

    @Override
    public void init(Config.Scope scope) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}

    public static class SlowListener implements EventListenerProvider {

        private final KeycloakSession session;

        SlowListener(KeycloakSession session) {
            this.session = session;
        }

        @Override
        public void onEvent(Event event) {
            String url = session.getContext().getRealm().getAttribute("listener-url");
            if (url == null) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
            } else {
                call(url);
            }
        }

        private static void call(String url) {
            try {
                java.net.URLConnection connection = new URL(url).openConnection();
                connection.setReadTimeout(5000);
                connection.getInputStream().close();
            } catch (java.net.SocketTimeoutException slow) {
                // As if it had answered.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void onEvent(AdminEvent event, boolean includeRepresentation) {}

        @Override
        public void close() {}
    }
}
