package org.millrace.bulk.entity.user.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileMessagesTest {
    @ParameterizedTest
    @CsvSource({
        "error-invalid-email, invalid-email",
        "error-user-attribute-required, user-attribute-required",
        "usernameExistsMessage, username-exists",
        "emailExistsMessage, email-exists",
        "missingUsernameMessage, missing-username",
        "updateReadOnlyAttributesRejectedMessage, read-only-attribute",
        "someOwnMessage, some-own",
        "Email not set, email-not-set"
    })
    void messageKeysBecomeCodes(String key, String code) {
        assertThat(ProfileMessages.code(key)).isEqualTo(code);
    }

    @Test
    void parametersAreFilledInBothSpellings() {
        assertThat(ProfileMessages.filled("'{{0}}' must have {1} to {{2}}", new Object[] {"name", 3, 255}))
                .isEqualTo("'name' must have 3 to 255");
        assertThat(ProfileMessages.filled("no parameters {{0}}", null)).isEqualTo("no parameters {{0}}");
    }
}
