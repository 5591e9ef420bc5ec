package org.millrace.bulk.delete;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ModelException;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Deletes the entities of one kind, with the permission and the effects of Keycloak's own {@code DELETE}. For one session and its thread.
 *
 * @param <R> the records
 * @param <E> the entity in Keycloak's model
 */
public abstract class EntityDeletion<R extends ImportRecord, E> {
    private final ChunkSession in;

    protected EntityDeletion(ChunkSession in) {
        this.in = in;
    }

    protected final ChunkSession in() {
        return in;
    }

    /** The word for an entity in messages, such as {@code User}. */
    protected abstract String word();

    /** The problem of a record that identifies no entity in any realm; empty if it identifies one. */
    protected Optional<Violation> fault(R item) {
        return Optional.empty();
    }

    /** The id in the record; null if it has none, as where records have names only. */
    protected @Nullable String id(R item) {
        return null;
    }

    /** The name in the record, as messages show it; null if it has none. */
    protected abstract @Nullable String name(R item);

    protected @Nullable E byId(R item, String id) {
        return null;
    }

    protected abstract @Nullable E byName(R item, String name);

    protected abstract String idOf(E entity);

    /** Whether the caller may delete the entity, by the check of Keycloak's own call. */
    protected abstract boolean mayDelete(E entity);

    /** Whether the caller may know that no entity has the keys of the record. */
    protected abstract boolean maySeeAll(R item);

    /** The key by which an outcome says that the entity was found by name; null for entities with one kind of name. */
    protected @Nullable String nameKey() {
        return null;
    }

    /** Why this entity cannot be deleted by any caller; empty if it can. */
    protected Optional<Violation> refusal(E entity) {
        return Optional.empty();
    }

    /**
     * Deletes the entity and notes the admin event.
     *
     * @return false if Keycloak did not delete it
     */
    protected abstract boolean remove(E entity);

    /** Deletes the entity of the record, or reports why it cannot be deleted. */
    public final Outcome delete(R item) {
        Optional<Violation> fault = fault(item);
        if (fault.isPresent()) {
            return rejected(item, fault.get());
        }
        String id = blankToNull(id(item));
        String name = blankToNull(name(item));
        if (id == null && name == null) {
            return rejected(
                    item,
                    Violation.of("missing-key", null, "A record with \"$op\":\"delete\" requires an id or a name"));
        }
        E byId = id == null ? null : byId(item, id);
        E byName = name == null ? null : byName(item, name);
        E found = byId == null ? byName : byId;
        if (found == null) {
            return maySeeAll(item)
                    ? new Outcome.Unchanged(item.position(), item.key(), null, item.warnings())
                    : rejected(item, forbidden(id, name));
        }
        boolean oneIsMissing = id != null && byId == null || name != null && byName == null;
        boolean allowed = mayDelete(found)
                && (byName == null || mayDelete(byName))
                // Else the answer would tell whether the other key is that of a hidden entity.
                && (!oneIsMissing || maySeeAll(item));
        if (!allowed) {
            return rejected(item, forbidden(id, name));
        }
        boolean agree = id == null
                || name == null
                || byId != null && byName != null && idOf(byId).equals(idOf(byName));
        if (!agree) {
            return rejected(
                    item,
                    Violation.of(
                            "key-mismatch",
                            "id",
                            "Id \"" + id + "\" and name \"" + name + "\" belong to different entities"));
        }
        Optional<Violation> refusal = refusal(found);
        return refusal.isPresent()
                ? rejected(item, refusal.get())
                : removed(item, found, byId == null ? nameKey() : nameKey() == null ? null : "id");
    }

    private Outcome removed(R item, E found, @Nullable String matchedBy) {
        // The model clears the id of a removed entity.
        String id = idOf(found);
        removeOrRollBack(() -> remove(found));
        return new Outcome.Deleted(item.position(), item.key(), id, item.warnings(), matchedBy);
    }

    private void removeOrRollBack(BooleanSupplier removal) {
        try {
            if (!removal.getAsBoolean()) {
                throw new PartialWriteException(
                        notDeleted(), new IllegalStateException("the model did not remove the entity"));
            }
        } catch (ModelException e) {
            throw new PartialWriteException(notDeleted(), e);
        }
    }

    private Violation notDeleted() {
        return Violation.of(
                "refused-by-keycloak", null, word() + " was not deleted: Keycloak or a provider rejected the deletion");
    }

    /** The same for an entity that exists and for one that does not: the caller may not know. */
    protected final Violation forbidden(@Nullable String id, @Nullable String name) {
        String key = Objects.requireNonNullElse(name, String.valueOf(id));
        return Violation.of(
                "forbidden",
                null,
                "You may not delete " + word().toLowerCase(Locale.ROOT) + " \"" + key + "\", or it does not exist");
    }

    private static <R extends ImportRecord> Outcome rejected(R item, Violation violation) {
        return Outcomes.rejected(item, List.of(violation));
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
