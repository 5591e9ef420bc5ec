package org.millrace.bulk.record.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldPathTest {
    @ParameterizedTest
    @CsvSource({
        "email, email",
        "attributes.swordfish, attributes.swordfish",
        "credentials, credentials",
        "credentials[2], credentials[2]",
        "credentials[2].value, credentials[2].value",
        "credentials[2].secretData, credentials[2].secretData",
        "credentials[2].swordfish, credentials[2]",
        "credentials[2].value.swordfish, credentials[2]",
        "credentials.swordfish, credentials",
        "members.0.credentials.1.swordfish, members.0.credentials.1",
        "members.0.credentials.1.type, members.0.credentials.1.type",
        "members[0].credentials[1].12345, members[0].credentials[1]",
        "verifiableCredentials[0].colour, verifiableCredentials[0].colour"
    })
    void namesInsideOfCredentialsAreCutOffUnlessTheyAreDefined(String path, String shown) {
        assertThat(FieldPath.printable(path)).isEqualTo(shown);
    }
}
