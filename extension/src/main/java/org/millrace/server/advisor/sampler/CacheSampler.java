package org.millrace.server.advisor.sampler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.infinispan.Cache;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.remoting.transport.Address;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/**
 * Reads sizes of the embedded caches; their hits and misses come from the meters.
 *
 * <p>Nothing is read until {@link #begin()}: the first access makes the server start the caches, which fails before the database
 * has its tables.
 */
public final class CacheSampler implements Sampler {

    private static final String SPI = "connectionsInfinispan";

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
    public void sample(Readings readings) throws ReflectiveOperationException {
        if (!begun) {
            return;
        }
        EmbeddedCacheManager caches = manager;
        if (caches == null) {
            caches = find();
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

    /** As the other nodes call it; empty before the first pass, and if the node has no name. */
    public Optional<String> nodeName() {
        return Optional.ofNullable(manager).flatMap(CacheSampler::nameOf);
    }

    private static Optional<String> nameOf(EmbeddedCacheManager caches) {
        @Nullable Address address = caches.getAddress();
        @Nullable
        String configured = caches.getCacheManagerConfiguration().transport().nodeName();
        return Optional.ofNullable(address).map(String::valueOf).or(() -> Optional.ofNullable(configured));
    }

    /** The SPI's classes are in a module that Maven Central does not serve completely: its one method goes by name. */
    private EmbeddedCacheManager find() throws ReflectiveOperationException {
        Class<? extends Provider> type = factory.getSpis().stream()
                .filter(spi -> spi.getName().equals(SPI))
                .findFirst()
                .map(Spi::getProviderClass)
                .orElseThrow(() -> new ClassNotFoundException("the server has no SPI " + SPI));
        try (KeycloakSession session = factory.create()) {
            Provider connections = session.getProvider(type);
            Object cache = type.getMethod("getCache", String.class).invoke(connections, "realms");
            return ((Cache<?, ?>) cache).getCacheManager();
        }
    }
}
