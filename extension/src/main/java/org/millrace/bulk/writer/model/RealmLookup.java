package org.millrace.bulk.writer.model;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ModelException;

/** Lookups by id where Keycloak throws for the id of another realm. */
public final class RealmLookup {
    private RealmLookup() {}

    /** What a lookup finds in the realm; null if there is nothing with the id, or if it is of another realm. */
    public static <T> @Nullable T byId(Supplier<@Nullable T> lookup) {
        try {
            return lookup.get();
        } catch (ModelException e) {
            return null;
        }
    }
}
