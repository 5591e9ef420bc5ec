package org.millrace.bulk.record;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What makes two records of one kind be about the same thing. */
public final class RecordKeys {
    private RecordKeys() {}

    /** The keys of a record of this kind. */
    public static List<String> of(String kind, @Nullable String id, @Nullable String name) {
        List<String> keys = new ArrayList<>(2);
        if (id != null && !id.isEmpty()) {
            keys.add(kind + "\0i" + id);
        }
        if (name != null && !name.isEmpty()) {
            keys.add(kind + "\0n" + name);
        }
        return keys;
    }
}
