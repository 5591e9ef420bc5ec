package org.millrace.server.advisor.sampler;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.infinispan.Cache;
import org.infinispan.manager.EmbeddedCacheManager;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSessionFactory;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.server.NodeName;

/**
 * Reads sizes of the embedded caches; their hits and misses come from the meters.
 *
 * <p>Nothing is read until {@link #begin()}: the first access makes the server start the caches, which fails before the database
 * has its tables.
 */
public final class CacheSampler implements Sampler {

    private final KeycloakSessionFactory factory;
    private final Consumer<EmbeddedCacheManager> found;
    private volatile boolean begun;
    private volatile @Nullable EmbeddedCacheManager manager;

    /** @param found called once with the caches, on the sampling thread; must not block */
    public CacheSampler(KeycloakSessionFactory factory, Consumer<EmbeddedCacheManager> found) {
        this.factory = factory;
        this.found = found;
    }

    /** The server has started its caches. May be called by any thread. */
    public void begin() {
        begun = true;
    }

    @Override
    public String name() {
        return "caches";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(5);
    }

    @Override
    public void sample(Readings readings) {
        if (!begun) {
            return;
        }
        EmbeddedCacheManager caches = manager;
        if (caches == null) {
            caches = NodeName.caches(factory);
            manager = caches;
            found.accept(caches);
        }
        sample(caches, CacheSignals.ENTITY_CACHES, readings);
        sample(caches, CacheSignals.SESSION_CACHES, readings);
        for (String name : CacheSignals.DISTRIBUTED_CACHES) {
            @Nullable Cache<Object, Object> cache = caches.getCache(name, false);
            if (cache != null
                    && cache.getCacheConfiguration().clustering().cacheMode().isDistributed()) {
                readings.put(
                        CacheSignals.owners(name),
                        cache.getCacheConfiguration().clustering().hash().numOwners());
            }
        }
    }

    private static void sample(EmbeddedCacheManager caches, List<String> names, Readings readings) {
        for (String name : names) {
            @Nullable Cache<Object, Object> cache = caches.getCache(name, false);
            if (cache != null) {
                readings.put(
                        CacheSignals.entries(name),
                        cache.getAdvancedCache().getDataContainer().size());
                long max = cache.getCacheConfiguration().memory().maxCount();
                if (max > 0) {
                    readings.put(CacheSignals.maxEntries(name), max);
                }
            }
        }
    }
}
