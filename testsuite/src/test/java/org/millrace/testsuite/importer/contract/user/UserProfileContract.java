package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.differential.Twins;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** The realm's user profile decides as it does for {@code POST /users}: on what is taken, what is dropped and what is added. */
public interface UserProfileContract extends Importing {

    /** A profile with a rule of every kind. */
    private static ObjectNode profile() {
        try (InputStream in = UserProfileContract.class.getResourceAsStream("user-profile.json")) {
            return (ObjectNode) new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void apply(ImportRealm realm, ObjectNode profile) {
        realm.admin().put(realm.base() + "/users/profile", profile).ok();
    }

    /** A user that satisfies every rule. */
    private UserLine fine() {
        String name = unique("fine");
        return UserLine.named(name).email(name + "@example.org").attribute("employeeNumber", "4711");
    }

    private UserLine fine(String attribute, String... values) {
        return fine().attribute(attribute, values);
    }

    private List<UserLine> candidates() {
        List<UserLine> users = new ArrayList<>(List.of(
                fine(),
                UserLine.named(unique("without")),
                UserLine.named(unique("without")).attribute("employeeNumber", "4711"),
                fine().email(""),
                fine().email(" "),
                fine().email("no address"),
                fine().email("a@b"),
                fine().email("x".repeat(64) + "@example.org"),
                fine().email("x".repeat(65) + "@example.org"),
                fine().email("x".repeat(300) + "@example.org"),
                fine().email("Ünï" + unique("x") + "@exämple.org"),
                fine().email(unique("plus") + "+Tag@Example.ORG"),
                fine().email(unique("quoted") + "'@example.org"),
                UserLine.of(Map.of("attributes", Map.of("employeeNumber", List.of("1")), "email", "only@example.org")),
                fine().with("username", ""),
                fine().with("username", " "),
                fine().with("username", "ab"),
                fine().with("username", "x".repeat(255)),
                fine().with("username", "x".repeat(256)),
                fine().with("username", "Name With Spaces" + unique("")),
                fine().with("username", " " + unique("padded") + " "),
                fine().with("username", "кирилл" + unique("")),
                fine().with("username", "mіxed" + unique("")),
                fine().with("username", unique("İstanbul")),
                fine().with("username", unique("straße")),
                fine().with("username", unique("semi;colon")),
                fine().with("username", unique("a/b\\c")),
                fine().with("username", unique("\"quote\"")),
                fine().with("username", unique("ta\tb")),
                fine().with("username", unique("𝄞𝄞𝄞")),
                fine().with("firstName", "").with("lastName", ""),
                fine().with("firstName", "  ").with("lastName", " Padded "),
                fine().with("firstName", "x".repeat(255)),
                fine().with("firstName", "x".repeat(256)),
                fine().with("lastName", "<script>"),
                fine().with("lastName", "José \"Pepe\" O'Neill-Łuk 王小明"),
                fine("firstName", "Attribute"),
                fine("firstName", "Attribute").with("firstName", "Field"),
                fine("lastName", "One", "Two"),
                fine("username", unique("attribute")),
                fine("email", unique("attribute") + "@example.org"),
                fine("id", "x"),
                fine("enabled", "false"),
                fine("user.attributes.nickname", "prefixed"),
                fine("user.attributes.unmanaged", "prefixed"),
                fine("nickname", "Zoë"),
                fine("nickname", ""),
                fine("nickname", "  "),
                fine("nickname"),
                fine("nickname", "one", "two"),
                fine("nickname", "same", "same"),
                fine("nickname", "x".repeat(21)),
                fine("employeeNumber"),
                fine("employeeNumber", ""),
                fine("employeeNumber", "many", "of them"),
                fine("department", "sales"),
                fine("department", "Sales"),
                fine("department", "sales", "engineering"),
                fine("department", "sales", "nonsense"),
                fine("height", "180"),
                fine("height", "-1"),
                fine("height", "tall"),
                fine("height", "999999999999999999999"),
                fine("ratio", "0.5"),
                fine("ratio", "1.5"),
                fine("birthday", "1999-12-31"),
                fine("birthday", "31.12.1999"),
                fine("website", "https://example.org/~me"),
                fine("website", "javascript:alert(1)"),
                fine("otherMail", "other@example.org"),
                fine("otherMail", "other"),
                fine("code", "AB-12"),
                fine("code", "ab12"),
                fine("tags", "a", "b", "c"),
                fine("tags", "a", "b", "c", "d"),
                fine("tags", "a", "", "b"),
                fine("tags", "x".repeat(255)),
                fine("tags", "x".repeat(256)),
                fine("tags", "x".repeat(2048)),
                fine("tags", "x".repeat(2049)),
                fine("userOnly", "by an administrator"),
                fine("nobodyWrites", "by an administrator"),
                fine("adminOnly", "by an administrator"),
                fine("scoped", "anything"),
                fine("plan", "free"),
                fine("plan", "premium", "free"),
                fine("plan", ""),
                fine("unmanaged", "value"),
                fine("unmanaged", ""),
                fine("unmanaged"),
                fine("unmanaged", "b", "a", "a"),
                fine("unmanaged", "x".repeat(2049)),
                fine("Unmanaged With Spaces", "value"),
                fine("ünmanaged", "Ünïcödé 🙂"),
                fine("UNMANAGED", "case").attribute("unmanaged", "matters"),
                fine("locale", "de"),
                fine("locale", "not a locale"),
                fine("KERBEROS_PRINCIPAL", "me@REALM"),
                fine("LDAP_ID", "1"),
                fine("LDAP_ENTRY_DN", "cn=x"),
                fine("CREATED_TIMESTAMP", "1"),
                fine("createTimestamp", "1"),
                fine("userCertificate", "x"),
                fine("saml.persistent.name.id.for.x", "y"),
                fine("terms_and_conditions", "1"),
                fine("is_temporary_admin", "true"),
                fine("kc.org", "x"),
                fine("did", "did:example:123"),
                fine("did", "did:example:123"),
                fine("x".repeat(255), "long name"),
                fine("", "no name"),
                fine("nickname", "x".repeat(30)).attribute("height", "tall").email("nowhere")));
        users.add(fine().with("attributes", Map.of("employeeNumber", Arrays.asList("1", null))));
        users.add(fine().with("attributes", Map.of("employeeNumber", List.of("1"), "tags", Arrays.asList("a", null))));
        users.add(fine().with("attributes", Map.of("employeeNumber", List.of("1"), "height", List.of(180))));
        users.add(fine().with("attributes", Map.of("employeeNumber", "single")));
        users.add(fine().with("attributes", Collections.singletonMap("employeeNumber", null)));
        return users;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ENABLED", "ADMIN_VIEW", "ADMIN_EDIT"})
    default void theProfileDecidesAsItDoesForPostUsers(String unmanagedAttributePolicy) {
        ObjectNode profile = profile();
        if (!unmanagedAttributePolicy.isEmpty()) {
            profile.put("unmanagedAttributePolicy", unmanagedAttributePolicy);
        }
        Twins twins = Twins.of(() -> realm(Map.of()));
        apply(twins.keycloaks(), profile);
        apply(twins.millraces(), profile);

        assertThat(twins.differences(candidates())).isEmpty();
    }
}
