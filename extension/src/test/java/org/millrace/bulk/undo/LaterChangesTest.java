package org.millrace.bulk.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.StateParts.Part;
import org.millrace.bulk.undo.StateParts.PartKey;

class LaterChangesTest {
    private static BeforeImage image(long line, String id, Part... parts) {
        return new BeforeImage(line, id, "after", null, false, new StateParts(List.of(parts)).text("group", id));
    }

    @Test
    void firstStateIsThatBeforeTheFirstChangeAfterTheLine() {
        LaterChanges changes = LaterChanges.of(
                "group",
                List.of(
                        image(5, "id-1", new Part(new PartKey("group", "id-1"), "fifth")),
                        image(3, "id-1", new Part(new PartKey("group", "id-1"), "third")),
                        image(4, "id-1", new Part(new PartKey("membership", "id-2", "id-3"), "member"))));

        assertThat(changes.firstState("id-1", 2)).contains("third");
        assertThat(changes.firstState("id-1", 3)).contains("fifth");
        assertThat(changes.firstState("id-1", 5)).isEmpty();
        assertThat(changes.firstState("id-2", 1)).isEmpty();
    }

    @Test
    void newGroupsAreThoseThatLaterRecordsCreateByTheirParentAndName() {
        StoredEntity group = new StoredEntity();
        group.addGroup("later", "id-1", "x");
        group.addGroup("own", "id-1", "y");
        group.addGroup("below-own", "own", "x");
        LaterChanges changes = LaterChanges.of(
                "group", List.of(image(3, "id-1", new Part(new PartKey(StateParts.NEW_GROUP, "id-1", "x"), "null"))));

        assertThat(changes.newGroups(group, 2)).isEqualTo(Set.of("later"));
        assertThat(changes.newGroups(group, 3)).isEmpty();
    }

    @Test
    void usersJoinOrganizationsWithRecordsThatFoundThemOutside() {
        LaterChanges changes = LaterChanges.of(
                "organization",
                List.of(image(
                        3,
                        "org",
                        new Part(new PartKey(StateParts.MEMBERSHIP, "org", "new"), "null"),
                        new Part(new PartKey(StateParts.MEMBERSHIP, "org", "member"), "{}"))));

        assertThat(changes.joins("org", "new", 2)).isTrue();
        assertThat(changes.joins("org", "new", 3)).isFalse();
        assertThat(changes.joins("other", "new", 2)).isFalse();
        assertThat(changes.joins("org", "member", 2)).isFalse();
    }
}
