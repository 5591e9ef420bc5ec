package org.millrace.bulk.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entity before and after a record changed it. The state before is complete; of the state after, only a fingerprint is kept.
 *
 * @param line of the record
 * @param id of the entity
 * @param after fingerprint of the entity after the change; of a user, without its credentials; null of a created entity that an undo leaves as
 *     it is
 * @param credentials fingerprint of a user's credentials after the change; null for other entities
 * @param associations whether the fingerprint of a user covers its consents and organization memberships
 * @param before the entity before the change, as JSON; null if the record created it
 * @param ignored of an entity whose fingerprint is one of its rows: ids of roles and of members that the fingerprint leaves out; else null
 * @param restored of an entity whose fingerprint is one of its rows: ids of the entity and of groups below it that the fingerprint covers by
 *     their states, as later records changed them; else null
 * @param scopes of an authorization resource: fingerprints of the scopes that the record created together with it, by id; null if there are none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BeforeImage(
        long line,
        String id,
        @Nullable String after,
        @Nullable String credentials,
        boolean associations,
        @Nullable String before,
        @Nullable List<String> ignored,
        @Nullable List<String> restored,
        @Nullable Map<String, String> scopes) {

    /** The image of an entity that a record changed. */
    public BeforeImage(
            long line,
            String id,
            @Nullable String after,
            @Nullable String credentials,
            boolean associations,
            @Nullable String before) {
        this(line, id, after, credentials, associations, before, null, null, null);
    }

    /** The image of an entity that a record created. */
    public static BeforeImage created(long line, String id, String after, boolean associations) {
        return new BeforeImage(line, id, after, null, associations, null);
    }

    /**
     * The image of an entity that a record created, with the fingerprint of its rows.
     *
     * @param ignored ids of roles that later records created, and of users whom they made members
     * @param restored ids of the entity and of groups below it that later records changed
     */
    public static BeforeImage createdWithRows(
            long line, String id, String after, List<String> ignored, List<String> restored) {
        return new BeforeImage(line, id, after, null, false, null, ignored, restored.isEmpty() ? null : restored, null);
    }

    /** The same with fingerprints of the authorization scopes that the record created, by id. */
    public BeforeImage withScopes(Map<String, String> fingerprints) {
        return fingerprints.isEmpty()
                ? this
                : new BeforeImage(
                        line,
                        id,
                        after,
                        credentials,
                        associations,
                        before,
                        ignored,
                        restored,
                        Map.copyOf(fingerprints));
    }

    /** The image of an entity that a record created around existing ones, which its deletion would delete. */
    public static BeforeImage kept(long line, String id) {
        return new BeforeImage(line, id, null, null, false, null);
    }

    /** Whether an undo leaves the created entity as it is. */
    @JsonIgnore
    public boolean isKept() {
        return isCreated() && after == null;
    }

    /** Whether the record created the entity. */
    @JsonIgnore
    public boolean isCreated() {
        return before == null && credentials == null;
    }

    /** Without the state before, which may hold secrets. */
    @Override
    public String toString() {
        return "BeforeImage[line=" + line + ", id=" + id + "]";
    }
}
