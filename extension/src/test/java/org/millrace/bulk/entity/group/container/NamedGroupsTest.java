package org.millrace.bulk.entity.group.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.GroupRepresentation;

class NamedGroupsTest {
    private final Stored stored = new Stored();
    private final NamedGroups named = new NamedGroups(stored, false);

    /** Stored groups, with a counter of lookups. */
    private static final class Stored implements GroupRows {
        private final Map<GroupKey, String> groups = new HashMap<>();
        private int questions;

        @Override
        public String newId() {
            throw new AssertionError("nothing is made here");
        }

        @Override
        public Map<GroupKey, String> idsOf(Collection<GroupKey> keys) {
            questions++;
            return groups.entrySet().stream()
                    .filter(group -> keys.contains(group.getKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        }

        @Override
        public Set<String> taken(Collection<String> ids) {
            questions++;
            return ids.stream().filter(groups::containsValue).collect(Collectors.toSet());
        }

        @Override
        public void write(Collection<NewGroup> added) {
            throw new AssertionError("nothing is written here");
        }
    }

    private static GroupRepresentation at(String path) {
        GroupRepresentation group = new GroupRepresentation();
        group.setPath(path);
        return group;
    }

    @Test
    void allPathsOfALevelAreOneQuestion() {
        stored.groups.put(new GroupKey(" ", "top"), "1");
        stored.groups.put(new GroupKey("1", "team"), "2");
        List<GroupRepresentation> records = new ArrayList<>();
        IntStream.range(0, 1000).forEach(i -> records.add(at("/top/team/group" + i)));

        named.lookUp(records);

        assertThat(stored.questions).isEqualTo(3);
        assertThat(named.idOf(new GroupKey("1", "team"))).hasValue("2");
        assertThat(named.knows(new GroupKey("2", "group7"))).isTrue();
        assertThat(named.idOf(new GroupKey("2", "group7"))).isEmpty();
        assertThat(named.knows(new GroupKey("2", "else"))).isFalse();
    }

    @Test
    void whatIsBelowANewGroupIsNotAskedFor() {
        named.lookUp(List.of(at("/new/a"), at("/new/b")));

        assertThat(stored.questions).isEqualTo(1);
    }

    @Test
    void subgroupsAreLookedForBeneathTheGroupThatIsThere() {
        stored.groups.put(new GroupKey(" ", "top"), "1");
        stored.groups.put(new GroupKey("1", "sub"), "2");
        GroupRepresentation sub = new GroupRepresentation();
        sub.setName("sub");
        GroupRepresentation top = new GroupRepresentation();
        top.setName("top");
        top.getSubGroups().add(sub);

        named.lookUp(List.of(top));

        assertThat(named.idOf(new GroupKey("1", "sub"))).hasValue("2");
    }

    @Test
    void idsAreAskedForTogetherAndLeadToWhatIsBelow() {
        stored.groups.put(new GroupKey(" ", "parent"), "p");
        stored.groups.put(new GroupKey("p", "child"), "c");
        GroupRepresentation child = new GroupRepresentation();
        child.setId("other");
        child.setParentId("p");
        child.setName("child");

        named.lookUp(List.of(child));

        assertThat(named.knowsId("other")).isTrue();
        assertThat(named.isTaken("other")).isFalse();
        assertThat(named.isTaken("p")).isTrue();
        assertThat(named.knowsId("c")).isFalse();
        assertThat(named.idOf(new GroupKey("p", "child"))).hasValue("c");
    }

    @Test
    void placesAreForgottenAndIdsAreNot() {
        stored.groups.put(new GroupKey(" ", "top"), "1");
        GroupRepresentation top = new GroupRepresentation();
        top.setId("1");
        top.setName("top");
        named.lookUp(List.of(top));

        named.forgetPlaces();

        assertThat(named.knows(new GroupKey(" ", "top"))).isFalse();
        assertThat(named.isTaken("1")).isTrue();
    }
}
