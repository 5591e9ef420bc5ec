package org.millrace.bulk.entity.user.prepare;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.server.caller.Caller;

/**
 * Caches what the names in records refer to, and whether the caller may assign it, for a short time. Thread-safe.
 */
public final class References {
    /** Upper bound for the cached names. */
    private static final int MAX_REMEMBERED = 10_000;

    /** Longer names are looked up each time: a client could fill the memory with them. */
    private static final int MAX_REMEMBERED_LENGTH = 1_000;

    /** A role may be removed, and a right taken away, while an import runs for hours. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final Caller caller;
    private final boolean growing;
    private final Cache<String, Reference> remembered;
    /** Last known ids, tried first when a cached name has to be looked up again. */
    private final Cache<String, String> lastIds;

    /**
     * References on behalf of a caller.
     *
     * @param growing whether missing entities may be created while the import runs, so that missing ones are looked up each time
     */
    public References(Caller caller, boolean growing) {
        this.caller = caller;
        this.growing = growing;
        this.remembered = cache().expireAfterWrite(FRESH).build();
        this.lastIds = cache().build();
    }

    /** Evicts on the thread that adds an entry, because a provider does not use the server's common pool. */
    private static Caffeine<Object, Object> cache() {
        return Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run);
    }

    /** The result of a lookup by name. */
    public sealed interface Reference {
        /** It exists, and the caller may assign it. */
        record Usable(String id) implements Reference {}

        /** It does not exist, which the caller may know. */
        record Unknown() implements Reference {}

        /** The caller may not assign it, or it does not exist and the caller may not view objects of its kind. */
        record Forbidden() implements Reference {}
    }

    /** The names as one session sees them; for that session's thread. */
    public ReferenceLookup in(KeycloakSession session, RealmModel realm) {
        return new ReferenceLookup(this, caller, session, realm);
    }

    /** Clears the cache, for example after a chunk that referred to a removed entity. */
    public void forget() {
        remembered.invalidateAll();
    }

    /** Like {@code remember}, but tries the last known id first when the entry has to be looked up again. */
    Reference rememberPath(String key, Function<String, Reference> lookUp) {
        return remember(key, unused -> {
            Reference found = lookUp.apply(key);
            if (found instanceof Reference.Usable usable && key.length() <= MAX_REMEMBERED_LENGTH) {
                lastIds.put(key, usable.id());
            }
            return found;
        });
    }

    /** The cached result, or else that of the lookup. */
    Reference remember(String key, Function<String, Reference> lookUp) {
        Reference known = remembered.getIfPresent(key);
        if (known != null) {
            return known;
        }
        Reference found = lookUp.apply(key);
        boolean lasting = !growing || found instanceof Reference.Usable;
        if (lasting && key.length() <= MAX_REMEMBERED_LENGTH) {
            remembered.put(key, found);
        }
        return found;
    }

    /** The id that a key of {@code rememberPath} had last time. */
    @Nullable
    String lastId(String key) {
        return lastIds.getIfPresent(key);
    }
}
