package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;

/** Directories as LDIF, and exports with records that cannot be read. */
class DirectorySourcesTest extends SourceReading {
    @Test
    void ldifEntriesAreUnfoldedDecodedAndFiltered() throws IOException {
        read("ldif", "ldif-openldap.ldif");

        assertThat(users).hasSize(2);
        assertThat(users.get(0).path("lastName").asText()).isEqualTo("Exämple");
        assertThat(users.get(0).at("/credentials/0/hash").asText()).startsWith("{SSHA}");
        assertThat(users.get(0).path("createdTimestamp").asLong()).isEqualTo(1_709_201_700_000L);
        assertThat(users.get(1).path("enabled").asBoolean(true))
                .as("locked without an end")
                .isFalse();
        assertThat(notImported).containsExactly("1 entries that are not persons");
    }

    @Test
    void entriesOfActiveDirectoryHaveTheirIdAndAreDisabledByTheirControl() throws IOException {
        read("ldif", "ldif-ad.ldif");

        assertThat(users).hasSize(1);
        assertThat(users.get(0).path("id").asText()).isEqualTo("0b7c2f4e-1a2b-4c3d-8e4f-5a6b7c8d9e0f");
        assertThat(users.get(0).path("username").asText()).isEqualTo("eve");
        assertThat(users.get(0).path("enabled").asBoolean(true)).isFalse();
        assertThat(users.get(0).at("/attributes/member_of")).hasSize(2);
        assertThat(notImported).containsExactly("2 entries that are not persons");
    }

    @Test
    void entriesOf389DirectoryServerHaveALockAndTheirHash() throws IOException {
        read("ldif", "ldif-389.ldif");

        assertThat(users.get(0).path("enabled").asBoolean()).isTrue();
        assertThat(users.get(0).at("/credentials/0/hash").asText()).startsWith("{PBKDF2_SHA256}AAAg");
        assertThat(users.get(0).at("/attributes/nsuniqueid/0").asText()).startsWith("3b4cd701-");
        assertThat(users.get(0).at("/attributes/department/0").asText()).isEqualTo("Audit");
    }

    @Test
    void recordThatIsNoJsonIsOneUnreadableEntry() throws IOException {
        List<Entry> entries = entries("auth0", "{\"email\":\n{\"email\":\"joe@example.org\"}\n[1]\n", "ndjson");

        assertThat(entries).hasSize(3);
        assertThat(problem(entries.get(0)).code()).isEqualTo("not-json");
        assertThat(entries.get(1)).isInstanceOf(Entry.Unreadable.class);
        assertThat(problem(entries.get(2)).code()).isEqualTo("not-an-object");
        assertThat(users)
                .singleElement()
                .satisfies(user -> assertThat(user.path("email").asText()).isEqualTo("joe@example.org"));
    }

    @Test
    void rowsBehindAWrongRowAreRead() throws IOException {
        List<Entry> entries = entries(
                "clerk",
                "id,username,primary_email_address\n1,ann,ann@example.org\n2,\"e\"ve,x\n3,joe," + "x".repeat(1 << 17)
                        + "\n4,zoe,zoe@example.org\n",
                "csv");

        assertThat(entries).hasSize(4);
        assertThat(problem(entries.get(1)).code()).isEqualTo("not-csv");
        assertThat(problem(entries.get(2)).code()).isEqualTo("record-too-large");
        assertThat(users).extracting(user -> user.path("username").asText()).containsExactly("ann", "zoe");
    }

    @Test
    void ldifEntryThatIsTooLongOrNoTextIsOneUnreadableEntry() throws IOException {
        List<Entry> entries = entries(
                "ldif",
                "dn: uid=a\nuid: " + "a".repeat(1 << 17)
                        + "\n\ndn: uid=b\nuid: b\nnothing here\n\r\ndn: uid=c\r\nuid: c\r\n",
                "ldif");

        assertThat(entries).hasSize(3);
        assertThat(problem(entries.get(0)).code()).isEqualTo("record-too-large");
        assertThat(problem(entries.get(1)).code()).isEqualTo("not-ldif");
        assertThat(users).extracting(user -> user.path("username").asText()).containsExactly("c");
    }

    @Test
    void ldifThatIsNotUtf8IsRejectedAndNotChanged() throws IOException {
        byte[] latin = "dn: uid=a\nuid: a\nsn: M\u00fcller\n".getBytes(StandardCharsets.ISO_8859_1);

        List<Entry> entries = entries("ldif", new ByteArrayInputStream(latin), "ldif");

        assertThat(problem(entries.get(0)).code()).isEqualTo("not-utf-8");
        assertThat(users).isEmpty();
    }

    /** Each attribute of LDIF is a list. */
    @Test
    void attributesOfADirectoryBecomeLinks(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), """
                {"name":"mine",
                 "fields":[{"from":"uid","to":"username"},{"from":"googleid","to":"federatedIdentities.google"}]}
                """);
        String text = "version: 1\ndn: uid=ann,dc=example,dc=org\nobjectClass: person\nuid: ann\ngoogleId: 4711\n";

        entries(
                Sources.builtIn().with(directory),
                "mine",
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                "ldif");

        assertThat(users.get(0).path("federatedIdentities"))
                .hasToString("[{\"identityProvider\":\"google\",\"userId\":\"4711\"}]");
    }

    private static Violation problem(Entry entry) {
        return ((Entry.Unreadable) entry).problems().get(0);
    }
}
