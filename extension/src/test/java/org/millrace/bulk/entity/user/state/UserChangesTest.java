package org.millrace.bulk.entity.user.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UserChangesTest {
    private final UserChanges changes = new UserChanges();

    private static UserState user(String id, String username, @Nullable String email) {
        return new UserState(
                id, username, email, null, null, true, false, 1, 0, null, List.of(), List.of(), Set.of(), Set.of(),
                Set.of(), List.of(), null, null);
    }

    @Test
    void severalChangesOfAStoredUserAreOneFromItsStoredState() {
        UserState stored = user("1", "ann", "ann@example.org");
        UserState between = user("1", "bea", null);
        UserState last = user("1", "eve", "eve@example.org");

        changes.update(new UserChange(stored, between));
        changes.update(new UserChange(between, last));

        assertThat(changes.updated()).containsExactly(new UserChange(stored, last));
        assertThat(changes.created()).isEmpty();
    }

    @Test
    void newUserThatALaterRecordChangesIsStillNew() {
        UserState first = user("1", "ann", null);
        UserState last = user("1", "bea", null);

        changes.create(first);
        changes.update(new UserChange(first, last));

        assertThat(changes.created()).containsExactly(last);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    void usersAreInTheOrderOfTheirFirstRecords() {
        UserState ann = user("2", "ann", null);
        UserState bea = user("1", "bea", null);
        UserState eve = user("2", "eve", null);

        changes.create(ann);
        changes.create(bea);
        changes.update(new UserChange(ann, eve));

        assertThat(changes.created()).containsExactly(eve, bea);
    }

    @Test
    void keysAreThoseOfTheLastStates() {
        UserState stored = user("1", "ann", "ann@example.org");
        UserState between = user("1", "bea", "bea@example.org");
        changes.update(new UserChange(stored, between));
        changes.update(new UserChange(between, user("1", "eve", null)));
        changes.create(user("2", "bea", "ann@example.org"));

        assertThat(changes.byUsername("ann")).isEmpty();
        assertThat(changes.byUsername("bea")).contains("2");
        assertThat(changes.byUsername("eve")).contains("1");
        assertThat(changes.byEmail("bea@example.org")).isEmpty();
        assertThat(changes.byEmail("ann@example.org")).contains("2");
        assertThat(changes.target("1")).map(UserState::username).contains("eve");
        assertThat(changes.target("3")).isEmpty();
    }
}
