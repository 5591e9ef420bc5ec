package org.millrace.bulk.undo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.StateParts.PartKey;

/**
 * What the records of one transaction change, by their lines: an undo restores it before it deletes what earlier records created.
 *
 * @param states the states before the changes, by the ids of the entities
 * @param newGroups the last records that create groups below existing ones
 * @param newMembers the last records that make users members of organizations
 */
record LaterChanges(
        Map<String, NavigableMap<Long, String>> states, Map<PartKey, Long> newGroups, Map<PartKey, Long> newMembers) {
    private static final String ABSENT = "null";

    /**
     * The changes of a transaction.
     *
     * @param type of its records, such as {@code group}
     * @param images of the entities that it has changed
     */
    static LaterChanges of(String type, List<BeforeImage> images) {
        LaterChanges changes = new LaterChanges(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (BeforeImage image : images) {
            String before = image.before();
            if (before != null) {
                StateParts.of(type, image.id(), before).parts().forEach(part -> changes.add(image.line(), part));
            }
        }
        return changes;
    }

    private void add(long line, StateParts.Part part) {
        PartKey key = part.key();
        if (key.type().equals(StateParts.NEW_GROUP)) {
            newGroups.merge(key, line, Long::max);
        } else if (key.type().equals(StateParts.MEMBERSHIP) && part.state().equals(ABSENT)) {
            newMembers.merge(key, line, Long::max);
        } else if (key.other() == null) {
            states.computeIfAbsent(key.id(), id -> new TreeMap<>()).put(line, part.state());
        }
    }

    /** The state of an entity before the first change after a line; empty if nothing changes it. */
    Optional<String> firstState(String id, long line) {
        NavigableMap<Long, String> ofEntity = states.get(id);
        return Optional.ofNullable(ofEntity == null ? null : ofEntity.higherEntry(line))
                .map(Map.Entry::getValue);
    }

    /** Whether a record after a line makes a user a member of an organization. */
    boolean joins(String organization, String user, long line) {
        return newMembers.getOrDefault(new PartKey(StateParts.MEMBERSHIP, organization, user), line) > line;
    }

    /** The ids of the groups below an entity that records after a line create. */
    Set<String> newGroups(StoredEntity entity, long line) {
        return entity.below().stream()
                .filter(group -> newGroups.getOrDefault(entity.keyOfNew(group), line) > line)
                .collect(Collectors.toSet());
    }
}
