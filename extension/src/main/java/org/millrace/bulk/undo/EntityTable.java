package org.millrace.bulk.undo;

/**
 * The table of an entity.
 *
 * @param name in lower case
 * @param id the column with the id of the entity
 */
public record EntityTable(String name, String id) {
    /** A table whose column is {@code id}. */
    public EntityTable(String name) {
        this(name, "id");
    }
}
