package org.millrace.bulk.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserDefaultsTest {
    @Test
    void fieldsAreReadInAnyOrder() {
        assertThat(UserDefaults.parse("")).isEqualTo(UserDefaults.NONE);
        assertThat(UserDefaults.parse("enabled:true")).isEqualTo(new UserDefaults(true, null));
        assertThat(UserDefaults.parse("emailVerified:false, enabled:true")).isEqualTo(new UserDefaults(true, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"enabled", "enabled:", "enabled:1", "username:true", "enabled:true,", "enabled:true,enabled:true"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> UserDefaults.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("enabled:true,emailVerified:true");
    }

    @Test
    void aGivenValueCountsMoreThanTheDefault() {
        UserDefaults defaults = new UserDefaults(true, null);

        assertThat(defaults.enabled(null)).isTrue();
        assertThat(defaults.enabled(false)).isFalse();
        assertThat(defaults.emailVerified(null)).isFalse();
    }

    @Test
    void theStricterMatchAndTheHigherEventLevelCount() {
        assertThat(MatchByEmail.ANY.and(MatchByEmail.VERIFIED)).isEqualTo(MatchByEmail.VERIFIED);
        assertThat(MatchByEmail.NEVER.and(MatchByEmail.ANY)).isEqualTo(MatchByEmail.NEVER);
        assertThat(AdminEventLevel.NONE.atLeast(AdminEventLevel.SUMMARY)).isEqualTo(AdminEventLevel.SUMMARY);
        assertThat(AdminEventLevel.EACH.atLeast(AdminEventLevel.SUMMARY)).isEqualTo(AdminEventLevel.EACH);
    }
}
