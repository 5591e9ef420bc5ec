package org.millrace.bulk.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;

class UndoParserTest {
    private static final Position POSITION = new Position(7);

    private final UndoParser parser = new UndoParser(Map.of("user", UserRecord.class));

    private Entry parse(byte[] text) {
        return parser.parse(text, 0, text.length, POSITION);
    }

    @Test
    void recordIsReadAsItWasWritten() {
        BeforeImage image = new BeforeImage(3, "id-1", "after", "credentials", true, "{\"secret\":\"marker\"}");

        Entry entry = parse(UndoParser.text("alice", "user", "id-1", false, image));

        assertThat(entry).isInstanceOfSatisfying(Entry.Readable.class, readable -> {
            assertThat(readable.item())
                    .isEqualTo(
                            new UndoRecord(POSITION, "alice", UserRecord.class, "user", "id-1", false, false, image));
            assertThat(readable.item().key()).hasValue("alice");
            assertThat(readable.item().keys()).containsExactly("id-1", "alice");
            assertThat(readable.item().toString()).doesNotContain("marker");
        });
        assertThat(image.toString()).doesNotContain("marker");
    }

    @Test
    void recordOfCreatedEntityNeedsNeitherKeyNorImage() {
        assertThat(parse(UndoParser.text(null, "user", "id-1", true, null)))
                .isInstanceOfSatisfying(
                        Entry.Readable.class,
                        readable -> assertThat(readable.item())
                                .isEqualTo(new UndoRecord(
                                        POSITION, null, UserRecord.class, "user", "id-1", true, false, null)));
    }

    @Test
    void recordThatWasUndoneKeepsOnlyItsScopes() {
        BeforeImage image = new BeforeImage(3, "id-1", "after", "credentials", true, "{\"secret\":\"marker\"}");
        Map<String, String> scopes = Map.of("scope-1", "fingerprint");
        for (boolean hasScopes : List.of(false, true)) {
            byte[] text =
                    UndoParser.undone("alice", "user", "id-1", false, hasScopes ? image.withScopes(scopes) : image);

            assertThat(new String(text, StandardCharsets.UTF_8)).doesNotContain("marker");
            assertThat(parse(text))
                    .isInstanceOfSatisfying(
                            Entry.Readable.class,
                            readable -> assertThat(readable.item())
                                    .isEqualTo(new UndoRecord(
                                            POSITION,
                                            "alice",
                                            UserRecord.class,
                                            "user",
                                            "id-1",
                                            false,
                                            true,
                                            hasScopes
                                                    ? BeforeImage.kept(3, "id-1")
                                                            .withScopes(scopes)
                                                    : null)));
        }
    }

    @Test
    void recordOfUnknownTypeOrWithoutJsonIsUnreadable() {
        for (byte[] text : List.of(
                UndoParser.text("alice", "planet", "id-1", true, null),
                UndoParser.text("alice", null, "id-1", true, null),
                "{".getBytes(StandardCharsets.UTF_8))) {
            assertThat(parse(text))
                    .isInstanceOfSatisfying(
                            Entry.Unreadable.class,
                            unreadable -> assertThat(unreadable.problems())
                                    .singleElement()
                                    .extracting(problem -> problem.code())
                                    .isEqualTo("undo-not-supported"));
        }
    }

    @Test
    void blockOfImagesIsReadAsItWasWritten() {
        List<BeforeImage> images = List.of(
                BeforeImage.created(1, "id-1", "after", false),
                new BeforeImage(2, "id-2", "after", null, false, "{\"name\":\"Ærø\"}"),
                BeforeImage.createdWithRows(3, "id-3", "after", List.of("id-4"), List.of("id-5")));

        assertThat(ImageBlock.unpack(ImageBlock.pack(images))).isEqualTo(images);
    }
}
