package org.millrace.testsuite.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GeneratedUsersTest {
    private static final int MANY = 20_000;
    private static final HashedPassword PASSWORD = HashedPassword.of("millrace", 1);

    private final GeneratedUsers plain = GeneratedUsers.plain(42, PASSWORD);
    private final GeneratedUsers varied = GeneratedUsers.varied(42, PASSWORD);

    @Test
    void theSameSeedGivesTheSameUsersInAnyOrder() {
        GeneratedUsers again = GeneratedUsers.varied(42, HashedPassword.of("millrace", 1));

        assertThat(again.user(77)).isEqualTo(varied.user(77));
        assertThat(again.user(3)).isEqualTo(varied.user(3));
        assertThat(GeneratedUsers.varied(43, PASSWORD).user(3)).isNotEqualTo(varied.user(3));
    }

    @Test
    void noTwoUsersShareANameOrAnAddress() {
        List<ObjectNode> users = varied.first(MANY).toList();

        assertThat(users)
                .extracting(user -> user.path("username").asText().toLowerCase(java.util.Locale.ROOT))
                .doesNotHaveDuplicates();
        assertThat(users)
                .filteredOn(user -> user.has("email"))
                .extracting(user -> user.path("email").asText().toLowerCase(java.util.Locale.ROOT))
                .doesNotHaveDuplicates();
    }

    @Test
    void userNamesAndAddressesAreAscii() {
        assertThat(plain.first(MANY)).allSatisfy(user -> {
            assertThat(user.path("username").asText()).matches("[a-z]+\\.[a-z]+[0-9]+");
            assertThat(user.path("email").asText()).matches("[a-z]+\\.[a-z]+[0-9]+@[a-z.]+");
        });
    }

    @Test
    void theUsernameIsKnownWithoutGeneratingTheUser() {
        assertThat(plain.username(1234))
                .isEqualTo(plain.user(1234).path("username").asText());
    }

    @Test
    void plainUsersAllHaveTheSameFields() {
        Set<List<String>> shapes =
                plain.first(MANY).map(GeneratedUsersTest::fieldNames).collect(Collectors.toSet());

        assertThat(shapes).hasSize(1);
    }

    @Test
    void everyTraitOccursAndOftenWithOthers() {
        Set<List<String>> shapes =
                varied.first(MANY).map(GeneratedUsersTest::fieldNames).collect(Collectors.toSet());

        assertThat(shapes).hasSizeGreaterThan(30);
        assertThat(Set.of(Trait.values())).allSatisfy(trait -> {
            GeneratedUsers only = plain.with(Set.of(trait));
            assertThat(only.first(100))
                    .anySatisfy(
                            user -> assertThat(user).isNotIn(plain.first(100).toList()));
        });
    }

    @Test
    void aLineIsOneUserAndALineFeed() throws Exception {
        byte[] line = plain.line(5);

        assertThat(line).endsWith((byte) '\n').containsOnlyOnce((byte) '\n');
        JsonNode parsed = new com.fasterxml.jackson.databind.ObjectMapper().readTree(line);
        assertThat(parsed).isEqualTo(plain.user(5));
    }

    private static List<String> fieldNames(ObjectNode user) {
        return user.properties().stream().map(java.util.Map.Entry::getKey).toList();
    }
}
