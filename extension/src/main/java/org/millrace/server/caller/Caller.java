package org.millrace.server.caller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.AccessToken;
import org.keycloak.services.managers.RealmManager;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.AdminPermissions;
import org.keycloak.util.JsonSerialization;
import org.millrace.server.KeycloakBridge;

/** The caller of a request, detached from its session, so that other threads work with the same permissions. Immutable. */
public final class Caller {
    private final String realmId;
    private final String userId;
    private final String clientId;
    private final AccessToken token;
    private final @Nullable String address;
    private final @Nullable String userAgent;
    /** Whether the token's roles are those of an earlier request. */
    private final boolean detached;

    private Caller(
            String realmId,
            String userId,
            String clientId,
            AccessToken token,
            @Nullable String address,
            @Nullable String userAgent,
            boolean detached) {
        this.realmId = realmId;
        this.userId = userId;
        this.clientId = clientId;
        this.token = token;
        this.address = address;
        this.userAgent = userAgent;
        this.detached = detached;
    }

    /** The administrator behind the request of this session; to be called on the request's thread. */
    @SuppressWarnings("deprecation") // The replacement is missing before 26.7.
    public static Caller of(KeycloakSession session, AdminAuth auth) {
        return new Caller(
                auth.getRealm().getId(),
                auth.getUser().getId(),
                auth.getClient().getId(),
                auth.getToken(),
                session.getContext().getConnection().getRemoteHost(),
                session.getContext().getRequestHeaders().getHeaderString(HttpHeaders.USER_AGENT),
                false);
    }

    /**
     * The permissions of the caller in a realm, to be used with this session and on its thread only. The context of the session gets the
     * client, the address and the user agent of the caller, which Keycloak's permission checks and policies read.
     *
     * @throws InactiveCallerException if the caller is not active any more
     */
    public AdminPermissionEvaluator permissions(KeycloakSession session, RealmModel realm) {
        AdminAuth auth = auth(session);
        KeycloakContext context = session.getContext();
        context.setClient(auth.getClient());
        context.setConnection(new CallerConnection(address));
        context.setHttpRequest(new CallerRequest(userAgent));
        return AdminPermissions.evaluator(session, realm, auth);
    }

    /** A realm that the caller may view; empty if there is none with this id, or the caller may not view it. */
    public Optional<RealmModel> visibleRealm(KeycloakSession session, String id) {
        RealmModel home = session.realms().getRealm(realmId);
        boolean mayReach = id.equals(realmId) || home != null && RealmManager.isAdministrationRealm(home);
        return Optional.ofNullable(mayReach ? session.realms().getRealm(id) : null)
                .filter(realm -> permissions(session, realm).realm().canViewRealm());
    }

    /**
     * The caller as text, for later work on any node: the user, and the token's claims with their roles, without the session,
     * which ends earlier. It is no credential, but contains personal data. To be called on the request's thread.
     */
    public String detached(KeycloakSession session) {
        RealmModel home = session.realms().getRealm(realmId);
        try {
            AccessToken claims =
                    JsonSerialization.readValue(JsonSerialization.writeValueAsBytes(token), AccessToken.class);
            KeycloakBridge.resolveRoles(session, claims, home);
            claims.setSubject(userId);
            claims.setSessionId(null);
            // An id that names no session: roles are not looked up by it again.
            claims.id(UUID.randomUUID().toString());
            ObjectNode text = JsonSerialization.createObjectNode();
            text.put("realm", realmId).put("user", userId).put("client", clientId);
            text.put("address", address).put("userAgent", userAgent);
            text.set("claims", JsonSerialization.createObjectNode(claims));
            return JsonSerialization.writeValueAsString(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The caller that was made text. */
    public static Caller of(String detached) {
        try {
            JsonNode text = JsonSerialization.readValue(detached, JsonNode.class);
            return new Caller(
                    text.path("realm").asText(),
                    text.path("user").asText(),
                    text.path("client").asText(),
                    JsonSerialization.readValue(text.path("claims").toString(), AccessToken.class),
                    text.path("address").asText(null),
                    text.path("userAgent").asText(null),
                    true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether both are the same person, or the same service account, however they have logged in. */
    public boolean isSamePersonAs(Caller other) {
        return realmId.equals(other.realmId) && userId.equals(other.userId);
    }

    /** Whether the caller and the client are still there and enabled, and the token is not revoked, as Keycloak requires of each call. */
    public boolean isActive(KeycloakSession session) {
        try {
            auth(session);
            return true;
        } catch (InactiveCallerException e) {
            return false;
        }
    }

    /** Admin events in the name of a caller who was detached, from where the call came; for this session and its thread. */
    public AdminEventBuilder events(KeycloakSession session, RealmModel realm) {
        return new AdminEventBuilder(realm, auth(session), session, new CallerConnection(address));
    }

    private AdminAuth auth(KeycloakSession session) {
        RealmModel home = session.realms().getRealm(realmId);
        if (home == null || !home.isEnabled()) {
            throw new InactiveCallerException("the caller's realm was removed or disabled");
        }
        UserModel user = session.users().getUserById(home, userId);
        ClientModel client = home.getClientById(clientId);
        if (user == null || !user.isEnabled() || client == null || !client.isEnabled()) {
            throw new InactiveCallerException("the caller or the caller's client was removed or disabled");
        }
        int notBefore = Math.max(
                Math.max(home.getNotBefore(), client.getNotBefore()),
                session.users().getNotBeforeOfUser(home, user));
        if (token.getIat() != null && token.getIat() < notBefore) {
            throw new InactiveCallerException("the caller's token was revoked");
        }
        boolean isPresent = !detached && !KeycloakBridge.readsRolesFromToken();
        return new AdminAuth(home, isPresent ? token : present(home, user, client), user, client);
    }

    /** The token with those of its roles that the user still has and, if detached, that are still in the scope of the client. */
    private AccessToken present(RealmModel home, UserModel user, ClientModel issuedFor) {
        Predicate<@Nullable RoleModel> isPresent =
                role -> role != null && user.hasRole(role) && (!detached || isInScope(role, issuedFor));
        try {
            AccessToken present =
                    JsonSerialization.readValue(JsonSerialization.writeValueAsBytes(token), AccessToken.class);
            retain(present.getRealmAccess(), name -> isPresent.test(home.getRole(name)));
            present.getResourceAccess().forEach((clientId, access) -> {
                ClientModel client = home.getClientByClientId(clientId);
                retain(access, name -> client != null && isPresent.test(client.getRole(name)));
            });
            return present;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void retain(AccessToken.@Nullable Access access, Predicate<String> isPresent) {
        if (access != null && access.getRoles() != null) {
            access.getRoles().removeIf(isPresent.negate());
        }
    }

    private static boolean isInScope(RoleModel role, ClientModel client) {
        return client.hasScope(role)
                || Stream.of(true, false)
                        .flatMap(isDefault -> client.getClientScopes(isDefault).values().stream())
                        .anyMatch(scope -> scope.hasScope(role));
    }

    /** The caller by ids, for logs. */
    public String description() {
        return "user " + userId + " of realm " + realmId;
    }

    /** Without content: the token is a secret. */
    @Override
    public String toString() {
        return "Caller[realm=" + realmId + "]";
    }
}
