package org.millrace.bulk.entity.group.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.keycloak.models.GroupModel;

class PendingGroupTest {
    private final NewGroup row = new NewGroup("1", new GroupKey(" ", "name"));
    private final List<String> lookUps = new ArrayList<>();
    private final GroupModel group = PendingGroup.of(row, () -> {
        lookUps.add(row.id());
        row.setWritten();
        return PendingGroup.of(new NewGroup("1", new GroupKey(" ", "stored")), () -> {
            throw new AssertionError("asked for more than the test does");
        });
    });

    @Test
    void whatMakesAGroupIsKeptForItsRows() {
        group.setAttribute("a", Arrays.asList("1", null));
        group.setDescription("text");

        assertThat(row.attributes()).containsOnlyKeys("a");
        assertThat(row.attributes().get("a")).containsExactly("1", null);
        assertThat(row.description()).isEqualTo("text");
        assertThat(lookUps).isEmpty();
    }

    @Test
    void whoItIsIsKnownWithoutLookingItUp() {
        GroupModel same = PendingGroup.of(new NewGroup("1", new GroupKey("2", "other")), () -> group);
        GroupModel other = PendingGroup.of(new NewGroup("3", new GroupKey(" ", "name")), () -> group);

        assertThat(group).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
        assertThat(group.getType()).isEqualTo(GroupModel.Type.REALM);
        assertThat(lookUps).isEmpty();
    }

    @Test
    void onceItIsWrittenChangesGoToTheStoredGroup() {
        row.setWritten();

        group.setDescription("later");

        assertThat(lookUps).containsExactly("1");
        assertThat(row.description()).isNull();
    }

    @Test
    void theStoredGroupIsLookedUpOnce() {
        row.setWritten();

        group.setDescription("one");
        group.setAttribute("a", List.of("1"));

        assertThat(lookUps).containsExactly("1");
    }
}
