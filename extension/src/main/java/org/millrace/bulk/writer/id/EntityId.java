package org.millrace.bulk.writer.id;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.millrace.bulk.record.field.Violation;

/** Checks the ids that records give to new entities. */
public final class EntityId {
    /** Of Keycloak's columns for ids, in characters. */
    private static final int MAX_LENGTH = 36;

    private static final int MAX_SHOWN = 100;

    /** What ends or divides a segment of a path, percent-encoded or not, with some server or proxy. */
    private static final Pattern NO_SEGMENT = Pattern.compile("[\\p{Cntrl}/\\\\;?#%]");

    /** Segments that Keycloak's own paths have in the place of an id, and those that no client sends. */
    private static final Set<String> RESERVED = Set.of(".", "..", "count", "members", "profile", "search");

    private EntityId() {}

    /**
     * The problem of the id of a new user, group, role or organization; empty if it may have the id. Keycloak's own calls choose these ids
     * themselves. Its partial import takes the ids of users, groups and roles, and needs {@code manage-realm}. Policies and resources
     * keep the ids of deleted entities: a caller who could choose such an id would get what they grant.
     *
     * @param entity such as {@code role}
     * @param field of the record
     * @param mayChoose whether the caller may choose ids
     */
    public static Optional<Violation> problemOfNew(String entity, String field, String id, boolean mayChoose) {
        return mayChoose
                ? problem(field, id)
                : Optional.of(
                        Violation.of(
                                "forbidden-id",
                                field,
                                "Id \"" + Violation.shortened(id, MAX_SHOWN) + "\" is not given to the new " + entity
                                        + ": choosing ids needs the role manage-realm. Leave the field out, or import with ids=new"));
    }

    /**
     * The problem of an id; empty if Keycloak can store it, and if its own calls can name it: an entity could not be changed, disabled or
     * deleted otherwise.
     *
     * @param field of the record
     */
    public static Optional<Violation> problem(String field, String id) {
        if (id.isBlank() || id.length() > MAX_LENGTH) {
            return Optional.of(Violation.of(
                    "invalid-id",
                    field,
                    "Id \"" + Violation.shortened(id, MAX_SHOWN) + "\" has " + id.length() + " characters; 1 to "
                            + MAX_LENGTH + ", not only blanks, are allowed"));
        }
        return RESERVED.contains(id) || NO_SEGMENT.matcher(id).find()
                ? Optional.of(Violation.of(
                        "invalid-id",
                        field,
                        "Id \"" + id
                                + "\" cannot be used in the paths of Keycloak's calls; control characters, / \\ ; ? # %"
                                + " and the ids . .. count members profile search are not allowed"))
                : Optional.empty();
    }
}
