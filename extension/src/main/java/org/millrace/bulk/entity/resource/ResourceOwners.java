package org.millrace.bulk.entity.resource;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.millrace.bulk.writer.model.ChunkSession;

/** Owners of a chunk's resources: each user is looked up once. For one session and its thread. */
final class ResourceOwners {
    private final ChunkSession in;
    private final Map<String, Optional<String>> byId = new HashMap<>();
    private final Map<String, Optional<String>> byName = new HashMap<>();
    private final Map<String, Boolean> shown = new HashMap<>();
    private final HiddenOwners hiddenOwners;

    ResourceOwners(ChunkSession in) {
        this.in = in;
        this.hiddenOwners = new HiddenOwners(in);
    }

    /** Looks up all owners in one batch. An owner that is not found may still exist in a federated user store. */
    void lookUp(Collection<ResourceOwnerRepresentation> named, ResourceRows rows) {
        Set<String> asked = new HashSet<>();
        for (ResourceOwnerRepresentation owner : named) {
            asked.add(owner.getId());
            asked.add(owner.getName());
        }
        asked.remove(null);
        if (asked.isEmpty()) {
            return;
        }
        Map<String, String> names = rows.users(asked);
        Map<String, String> ids = new HashMap<>();
        names.forEach((id, name) -> ids.put(name, id));
        for (String text : asked) {
            String bearer = ids.get(text.toLowerCase(Locale.ROOT));
            if (bearer != null) {
                byName.put(text, Optional.of(bearer));
            }
            String meant = names.containsKey(text) ? text : bearer;
            if (meant != null) {
                byId.put(text, Optional.of(meant));
            }
        }
    }

    /**
     * The id of the owner: the client itself if the record names none, else a user by id or name; empty if there is none. A user who is
     * hidden from the caller counts as absent.
     */
    Optional<String> of(OwningClient home, @Nullable ResourceOwnerRepresentation named) {
        ClientModel client = Objects.requireNonNull(home.client());
        if (named == null || named.getId() == null && named.getName() == null) {
            return Optional.of(client.getId());
        }
        String mapped = in.imported().ids().map(named.getId());
        return byId(mapped, client)
                .filter(id -> isShown(home, id))
                .or(() -> byId(named.getId(), client).filter(id -> isShown(home, id)))
                .or(() -> byName(named.getName(), client).filter(id -> isShown(home, id)));
    }

    /** Whether an owner that was not found may be one who is hidden from the caller. */
    boolean mayBeHidden(OwningClient home) {
        return hiddenOwners.isHidden(home.server(), null);
    }

    private boolean isShown(OwningClient home, String id) {
        String client = Objects.requireNonNull(home.client()).getId();
        return !hiddenOwners.areAny()
                || id.equals(client)
                || shown.computeIfAbsent(client + '\0' + id, key -> !hiddenOwners.isHidden(home.server(), user(id)));
    }

    private @Nullable UserModel user(String id) {
        return in.session().users().getUserById(in.realm(), id);
    }

    private Optional<String> byId(@Nullable String id, ClientModel client) {
        if (id == null) {
            return Optional.empty();
        }
        return id.equals(client.getId()) ? Optional.of(id) : byId.computeIfAbsent(id, this::withId);
    }

    private Optional<String> withId(String id) {
        UserProvider users = in.session().users();
        return Optional.ofNullable(users.getUserById(in.realm(), id))
                .or(() -> Optional.ofNullable(users.getUserByUsername(in.realm(), id)))
                .map(user -> user.getId());
    }

    private Optional<String> byName(@Nullable String name, ClientModel client) {
        if (name == null) {
            return Optional.empty();
        }
        return name.equals(client.getClientId())
                ? Optional.of(client.getId())
                : byName.computeIfAbsent(name, this::withName);
    }

    private Optional<String> withName(String name) {
        return Optional.ofNullable(in.session().users().getUserByUsername(in.realm(), name))
                .map(user -> user.getId());
    }
}
