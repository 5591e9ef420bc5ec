package org.millrace.bulk.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StoredEntityTest {
    @Test
    void statesStandForTheRowsThatTheyCover() {
        StoredEntity one = entity("first", "mapper");
        StoredEntity edited = entity("second", "mapper");
        StoredEntity extended = entity("first", "other");
        Map<String, String> states = Map.of("id-1", "{}");

        assertThat(one.fingerprint(List.of(), states)).isEqualTo(edited.fingerprint(List.of(), states));
        assertThat(one.fingerprint(List.of(), states)).isNotEqualTo(extended.fingerprint(List.of(), states));
        assertThat(one.fingerprint(List.of(), states))
                .isNotEqualTo(one.fingerprint(List.of(), Map.of("id-1", "{\"name\":\"x\"}")));
        assertThat(one.fingerprint(List.of())).isNotEqualTo(edited.fingerprint(List.of()));
    }

    @Test
    void stateOfARoleCoversItsPartsAndThatOfAnOrganizationLeavesItsMembersOut() {
        Map<String, String> states = Map.of("id-1", "{}");
        StoredEntity plain = entity("row", "mapper");
        StoredEntity composite = entity("row", "mapper");
        composite.addChild("role", true);
        StoredEntity joined = entity("row", "mapper");
        joined.addChild("user", false);

        assertThat(composite.fingerprint(List.of(), states)).isEqualTo(plain.fingerprint(List.of(), states));
        assertThat(joined.fingerprint(List.of(), states)).isNotEqualTo(plain.fingerprint(List.of(), states));
        assertThat(joined.fingerprint(List.of("user"), states)).isEqualTo(plain.fingerprint(List.of(), states));
        assertThat(joined.fingerprint(List.of())).isNotEqualTo(plain.fingerprint(List.of()));
    }

    private static StoredEntity entity(String row, String apart) {
        StoredEntity entity = new StoredEntity();
        entity.add("id-1", row, true);
        entity.add("id-1", apart, false);
        return entity;
    }

    @Test
    void groupIsLeftOutWithAllGroupsBelowIt() {
        StoredEntity entity = new StoredEntity();
        entity.addGroup("left", "id-1", "left");
        entity.addGroup("leaf", "left", "leaf");
        entity.addGroup("kept", "id-1", "kept");
        entity.add("leaf", "row of leaf", true);

        StoredEntity rest = entity.without(Set.of("left"));

        assertThat(rest.below()).containsExactly("kept");
        assertThat(rest.fingerprint(List.of())).isEqualTo(new StoredEntity().fingerprint(List.of()));
    }
}
