package org.millrace.bulk.registry;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.writer.copy.CopySchema;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.server.Database;

/** Which writer the records of an entity go through on this server. */
public final class EntityWriters {
    /** The results of {@link #schemaMismatch}, which stay the same while the server runs. */
    private static final Map<String, Optional<String>> FOUND = new ConcurrentSkipListMap<>();

    private EntityWriters() {}

    /** Whether rows of the entity are written with {@code COPY} where the database allows it. */
    public static boolean canCopy(String entity) {
        return !copied(entity).isEmpty();
    }

    private static List<TableShape> copied(String entity) {
        return EntityTypes.named(entity).map(EntityType::copied).orElse(List.of());
    }

    /**
     * Why {@code COPY} is not used for an entity for which it could be used; empty if it is used. For the entity {@code records},
     * the first reason of any entity.
     *
     * @throws IllegalStateException if the database does not answer
     */
    public static Optional<String> obstacle(String entity, Database database) {
        return entity.equals("records")
                ? EntityTypes.all().stream()
                        .map(EntityType::name)
                        .filter(EntityWriters::canCopy)
                        .sorted()
                        .flatMap(each -> obstacle(each, database).map(reason -> each + ": " + reason).stream())
                        .findFirst()
                : CopySchema.mismatch(database, copied(entity));
    }

    /** The same on PostgreSQL only: elsewhere it is no surprise that {@code COPY} is not used. */
    public static Optional<String> schemaMismatch(String entity, Database database) {
        if (!database.isPostgres()) {
            return Optional.empty();
        }
        Optional<String> mismatch = obstacle(entity, database);
        if (canCopy(entity)) {
            FOUND.put(entity, mismatch);
        }
        return mismatch;
    }

    /** What {@link #schemaMismatch} has returned so far, by entity; the check after the start of the server asks for all entities. */
    public static Map<String, Optional<String>> foundMismatches() {
        return Collections.unmodifiableMap(FOUND);
    }
}
