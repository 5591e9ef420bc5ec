package org.millrace.bulk.writer;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.writer.ReferencedRows.Table;

/**
 * Reports, after the commit of each transaction, which roles, groups, clients and client scopes it removed. Called on the thread of the
 * request that removes them.
 */
public final class RemovedEntityListener implements ProviderEventListener {
    private static final Logger LOG = Logger.getLogger(RemovedEntityListener.class);

    private static final String ATTRIBUTE = RemovedEntityListener.class.getName();

    private final Consumer<Map<Table, Set<String>>> removed;

    /** @param removed takes the ids of entities whose removal is committed; it must return immediately and must not throw */
    public RemovedEntityListener(Consumer<Map<Table, Set<String>>> removed) {
        this.removed = removed;
    }

    /** Never throws: the removal must not fail because of it. */
    @Override
    public void onEvent(ProviderEvent event) {
        try {
            note(event);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Orphaned rows of a removed entity are not deleted", RedactedException.of(e));
        }
    }

    private void note(ProviderEvent event) {
        if (event instanceof RoleContainerModel.RoleRemovedEvent role) {
            add(role.getKeycloakSession(), Table.ROLE, role.getRole().getId());
        } else if (event instanceof GroupModel.GroupRemovedEvent group) {
            add(group.getKeycloakSession(), Table.GROUP, group.getGroup().getId());
        } else if (event instanceof ClientModel.ClientRemovedEvent client) {
            add(client.getKeycloakSession(), Table.CLIENT, client.getClient().getId());
        } else if (event instanceof ClientScopeModel.ClientScopeRemovedEvent scope) {
            add(
                    scope.getKeycloakSession(),
                    Table.CLIENT_SCOPE,
                    scope.getClientScope().getId());
        }
    }

    private void add(KeycloakSession session, Table table, String id) {
        Removal removal = session.getAttribute(ATTRIBUTE, Removal.class);
        if (removal == null) {
            removal = new Removal();
            session.setAttribute(ATTRIBUTE, removal);
            session.getTransactionManager().enlistAfterCompletion(removal);
        }
        removal.ids.computeIfAbsent(table, key -> new HashSet<>()).add(id);
    }

    /** What one transaction removes. */
    private final class Removal extends AbstractKeycloakTransaction {
        private final Map<Table, Set<String>> ids = new EnumMap<>(Table.class);

        @Override
        protected void commitImpl() {
            removed.accept(ids);
        }

        @Override
        protected void rollbackImpl() {
            // Nothing was removed.
        }
    }
}
