package org.millrace.bulk.entity.client.authorization;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.RowReferences;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/** A client's authorization services: switched on and off, and their settings, as the import of settings leaves them. */
public final class ClientAuthorization {
    /** Names of what Keycloak makes when authorization services are switched on. */
    private static final Set<String> MADE = Set.of("Default Resource", "Default Policy", "Default Permission");

    private final ChunkSession within;
    private final AuthorizationRequirements requirements;

    public ClientAuthorization(ChunkSession within) {
        this.within = within;
        this.requirements = new AuthorizationRequirements(within);
    }

    /**
     * The planned change of a client's authorization services.
     *
     * @param settings to be imported; null for none
     * @param isExact whether everything else is removed
     */
    public record Change(
            boolean enables, boolean disables, @Nullable ResourceServerRepresentation settings, boolean isExact) {
        private static final Change NONE = new Change(false, false, null, false);

        public boolean isEmpty() {
            return !enables && !disables && settings == null;
        }
    }

    /**
     * Switches the service account on for a client whose record switches authorization services on, as the import of a realm does.
     *
     * @param client is changed
     * @param hasAccount whether the client has a service account already
     */
    public static void completeServiceAccount(
            ClientRepresentation client, boolean hasAccount, ValidationResult result) {
        boolean isOn = client.isServiceAccountsEnabled() == null ? hasAccount : client.isServiceAccountsEnabled();
        boolean isConfidential =
                !Boolean.TRUE.equals(client.isPublicClient()) && !Boolean.TRUE.equals(client.isBearerOnly());
        if (Boolean.TRUE.equals(client.getAuthorizationServicesEnabled()) && isConfidential && !isOn) {
            client.setServiceAccountsEnabled(true);
            result.warn(Violation.of(
                    "service-account-enabled",
                    "serviceAccountsEnabled",
                    "The service account was enabled, because authorization services require it"));
        }
    }

    /** Validates the authorization settings of a new client. */
    public void check(ClientRepresentation client, ClientModel target, ValidationResult result) {
        boolean isWanted = isWanted(client.getAuthorizationServicesEnabled(), result);
        ResourceServerRepresentation settings = client.getAuthorizationSettings();
        if (!isWanted) {
            ignored(settings, result);
            return;
        }
        requirements.permission(null, result);
        AuthorizationRequirements.suitable(Boolean.TRUE.equals(client.isServiceAccountsEnabled()), target, result);
        if (settings != null) {
            AuthorizationSettings checked = new AuthorizationSettings(within, ClientIdentity.ofNew(client), false);
            checked.normalize(settings, result);
            new AuthorizationCheck(within, ClientIdentity.ofNew(client), false).check(settings, result);
        }
    }

    /** Plans the change of an existing client. */
    public Change change(
            ClientRepresentation client,
            ClientModel target,
            ClientModel stored,
            boolean replaces,
            ValidationResult result) {
        ResourceServer server = server(stored);
        Boolean named = client.getAuthorizationServicesEnabled();
        boolean isWanted = named == null
                ? !replaces
                        && server != null
                        && (AuthorizationRequirements.isConfidential(target)
                                || AuthorizationRequirements.isOfRealm(target))
                : isWanted(named, result);
        ResourceServerRepresentation settings = client.getAuthorizationSettings();
        if (!isWanted) {
            ignored(settings, result);
            if (server != null) {
                requirements.permission(server, result);
                requirements.importable(stored, result);
            }
            return server == null ? Change.NONE : new Change(false, true, null, false);
        }
        if (server == null) {
            requirements.permission(null, result);
            AuthorizationRequirements.suitable(target.isServiceAccountsEnabled(), target, result);
        } else if (!AuthorizationRequirements.isConfidential(target)) {
            AuthorizationRequirements.suitable(true, target, result);
        }
        AuthorizationSettings current = new AuthorizationSettings(within, ClientIdentity.of(stored), server != null);
        if (settings != null) {
            current.normalize(settings, result);
        }
        // A caller who may not view the settings does not learn that they equal the record.
        boolean isPresent = settings != null
                && within.permissions().realm().canViewAuthorization(server)
                && current.equal(settings, replaces);
        ResourceServerRepresentation wanted = isPresent ? null : settings;
        if (wanted != null) {
            requirements.permission(server, result);
            requirements.importable(stored, result);
            new AuthorizationCheck(within, ClientIdentity.of(stored), server != null).check(wanted, result);
        }
        return new Change(server == null, false, wanted, replaces);
    }

    private static boolean isWanted(@Nullable Boolean named, ValidationResult result) {
        boolean isWanted = Boolean.TRUE.equals(named);
        if (isWanted && !Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)) {
            result.warn(Violation.of(
                    "no-authorization-services",
                    "authorizationServicesEnabled",
                    "The feature authorization of the server is disabled"));
            return false;
        }
        return isWanted;
    }

    private static void ignored(@Nullable ResourceServerRepresentation settings, ValidationResult result) {
        if (settings != null) {
            result.warn(
                    Violation.of(
                            "ignored-authorization-settings",
                            "authorizationSettings",
                            "authorizationSettings was left out, because the authorization services of the client are not enabled"));
        }
    }

    /** Goes with a client that was just made. */
    public void create(ClientModel client, ClientRepresentation record) {
        if (!Boolean.TRUE.equals(record.getAuthorizationServicesEnabled())
                || !Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)) {
            return;
        }
        enable(client);
        ResourceServerRepresentation settings = record.getAuthorizationSettings();
        if (settings != null) {
            ResourceServer server = take(settings, client);
            fire(OperationType.UPDATE, server, client, "clients", client.getId(), "authz", "resource-server", "import");
        }
    }

    /** Applies a planned change. */
    public void apply(Change change, ClientModel client) {
        ResourceServer server = server(client);
        if (change.disables() && server != null) {
            fire(OperationType.DELETE, server, client, "clients", client.getId());
            provider().getStoreFactory().getResourceServerStore().delete(client);
            return;
        }
        if (change.enables()) {
            enable(client);
        }
        ResourceServerRepresentation settings = change.settings();
        if (settings != null) {
            ResourceServer present = server(client);
            if (present != null) {
                storedIds(present).setTo(settings);
            }
            ResourceServer taken = take(settings, client);
            refer(settings, taken);
            if (change.isExact()) {
                storedIds(taken).setTo(settings);
                new AuthorizationSettings(within, ClientIdentity.of(client), true).removeAllBut(settings);
            }
            fire(OperationType.UPDATE, taken, client, "clients", client.getId(), "authz", "resource-server", "import");
        }
    }

    private StoredSettingsIds storedIds(ResourceServer server) {
        return new StoredSettingsIds(provider().getStoreFactory(), server, this::owner);
    }

    /** Locks what the imported policies and resources refer to: policies name it in JSON, without a foreign key. */
    private void refer(ResourceServerRepresentation settings, ResourceServer server) {
        ReferencedRows.of(within.session()).ifPresent(rows -> {
            StoreFactory stores = provider().getStoreFactory();
            for (PolicyRepresentation named : orNone(settings.getPolicies())) {
                Policy policy = stores.getPolicyStore().findByName(server, named.getName());
                if (policy != null) {
                    RowReferences.addNamedBy(rows, policy.getConfig());
                }
            }
            for (ResourceRepresentation resource : orNone(settings.getResources())) {
                owner(resource.getOwner()).ifPresent(user -> rows.add(ReferencedRows.Table.USER, user.getId()));
            }
        });
    }

    /** The user that Keycloak's import takes for the owner, which may be named by id or name; empty for the client. */
    private Optional<UserModel> owner(@Nullable ResourceOwnerRepresentation named) {
        if (named == null) {
            return Optional.empty();
        }
        UserProvider users = within.session().users();
        return Stream.of(named.getName(), named.getId())
                .filter(Objects::nonNull)
                .flatMap(text -> Stream.of(
                        users.getUserById(within.realm(), text), users.getUserByUsername(within.realm(), text)))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    /** Whether a client has no authorization services, or nothing in them but what switching them on makes. */
    public boolean hasNone(ClientModel client) {
        ResourceServer server = server(client);
        if (server == null) {
            return true;
        }
        StoreFactory stores = provider().getStoreFactory();
        return stores.getScopeStore()
                        .findByResourceServer(server, Map.of(), 0, 1)
                        .isEmpty()
                && stores.getResourceStore().find(server, Map.of(), 0, MADE.size() + 1).stream()
                        .allMatch(resource -> MADE.contains(resource.getName()))
                && stores.getPolicyStore().find(server, Map.of(), 0, MADE.size() + 1).stream()
                        .allMatch(policy -> MADE.contains(policy.getName()));
    }

    private void enable(ClientModel client) {
        ResourceServer server = RepresentationToModel.createResourceServer(client, within.session(), true);
        fire(OperationType.CREATE, server, client, "clients", client.getId());
    }

    private ResourceServer take(ResourceServerRepresentation settings, ClientModel client) {
        settings.setClientId(client.getId());
        return RepresentationToModel.toModel(settings, provider(), client);
    }

    private void fire(OperationType operation, ResourceServer server, ClientModel client, String... path) {
        within.tell(
                operation,
                ResourceType.AUTHORIZATION_RESOURCE_SERVER,
                () -> ModelToRepresentation.toRepresentation(server, client),
                path);
    }

    private @Nullable ResourceServer server(ClientModel client) {
        return Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? provider().getStoreFactory().getResourceServerStore().findByClient(client)
                : null;
    }

    private AuthorizationProvider provider() {
        return within.session().getProvider(AuthorizationProvider.class);
    }
}
