package org.millrace.bulk.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.entity.client.ClientImage;
import org.millrace.bulk.entity.group.GroupImage;
import org.millrace.bulk.entity.organization.OrganizationImage;
import org.millrace.bulk.entity.role.RoleImage;
import org.millrace.bulk.entity.user.model.UserRestoration;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.ClientRecord;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.undo.Fingerprint;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.server.JpaSession;

/**
 * Undoes the records of one chunk of a job, the last record first: deletes what the job created, and restores what it updated unless
 * it was changed since. Safe for use by several threads.
 */
final class UndoChunk implements ModelChunk {
    private final RecordParser parser;
    private final UserRestoration users;
    private final ModelChunk deletion;
    private final ModelChunk replacement;

    /** Reads the state of an entity. */
    @FunctionalInterface
    private interface Image {
        String of(KeycloakSession session, RealmModel realm, String id);
    }

    /** Entities, by record type, whose earlier state can be restored by a record. */
    private static final Map<String, Image> IMAGES = Map.of(
            "role", (session, realm, id) -> RoleImage.of(realm, id),
            "group", (session, realm, id) -> GroupImage.of(realm, id),
            "client", ClientImage::of,
            "organization", (session, realm, id) -> OrganizationImage.of(session, id));

    /**
     * Undoes records of one type.
     *
     * @param parser reads records of the type
     * @param deletion deletes entities of the type
     * @param replacement replaces entities of the type
     */
    UndoChunk(RecordParser parser, UserRestoration users, ModelChunk deletion, ModelChunk replacement) {
        this.parser = parser;
        this.users = users;
        this.deletion = deletion;
        this.replacement = replacement;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        UserRestoration.Open open = users.in(session, realm);
        if (chunk.maxProblems() < chunk.size()) {
            return Outcomes.ofEach(chunk, item -> undo((UndoRecord) item, open, session, realm));
        }
        // What is restored does not refer to created entities any more, which are deleted in one step afterwards.
        List<Outcome> outcomes = new ArrayList<>(Outcomes.ofEach(chunk, item -> {
            UndoRecord undo = (UndoRecord) item;
            return undo.created()
                    ? new Outcome.Unprocessed(undo.position(), undo.key())
                    : undo(undo, open, session, realm);
        }));
        delete(chunk, outcomes, open, session, realm);
        return outcomes;
    }

    private void delete(
            Chunk chunk, List<Outcome> outcomes, UserRestoration.Open open, KeycloakSession session, RealmModel realm) {
        List<UndoRecord> created = chunk.items(UndoRecord.class).stream()
                .filter(UndoRecord::created)
                .toList();
        Map<String, BeforeImage> images = new HashMap<>();
        for (UndoRecord item : created) {
            if (item.kind() == UserRecord.class && item.image() != null) {
                images.put(item.id(), item.image());
            }
        }
        // The queries for the users do not see what the model holds back.
        JpaSession.flush(session);
        Set<String> changed = images.isEmpty() ? Set.of() : open.changed(images);
        List<UndoRecord> deleted =
                created.stream().filter(item -> !changed.contains(item.id())).toList();
        Map<Position, Outcome> results = new HashMap<>();
        created.stream()
                .filter(item -> changed.contains(item.id()))
                .forEach(item ->
                        results.put(item.position(), open.mayManage(item.id()) ? changed(item) : forbidden(item)));
        List<Outcome> deletions = delete(deleted, session, realm);
        for (int i = 0; i < deleted.size(); i++) {
            results.put(deleted.get(i).position(), deletions.get(i));
        }
        outcomes.replaceAll(outcome -> results.getOrDefault(outcome.position(), outcome));
    }

    private List<Outcome> delete(List<UndoRecord> items, KeycloakSession session, RealmModel realm) {
        if (items.isEmpty()) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>(items.size());
        for (UndoRecord item : items) {
            ImportRecord named = record(item, DeletedKey.of(item, session, realm));
            if (!named.isDeletable()) {
                return items.stream().map(UndoChunk::notDeletable).toList();
            }
            entries.add(new Entry.Readable(new DeletionRecord(named), 0));
        }
        List<Outcome> outcomes = deletion.write(new Chunk(entries), session, realm);
        List<Outcome> named = new ArrayList<>(outcomes.size());
        for (int i = 0; i < outcomes.size(); i++) {
            named.add(renamed(items.get(i), outcomes.get(i)));
        }
        return named;
    }

    private static Outcome notDeletable(UndoRecord item) {
        return Outcomes.rejected(
                item,
                List.of(Violation.of(
                        "undo-not-supported",
                        null,
                        "A job does not delete a " + item.word() + "; delete it with Keycloak's own call")));
    }

    private Outcome undo(UndoRecord item, UserRestoration.Open open, KeycloakSession session, RealmModel realm) {
        BeforeImage image = item.image();
        boolean isUser = item.kind() == UserRecord.class;
        if (item.created()) {
            JpaSession.flush(session);
            boolean changed = isUser
                    && image != null
                    && !open.changed(Map.of(item.id(), image)).isEmpty();
            if (changed) {
                return open.mayManage(item.id()) ? changed(item) : forbidden(item);
            }
            return delete(List.of(item), session, realm).get(0);
        }
        String before = image == null ? null : image.before();
        if (image == null || before == null) {
            return Outcomes.rejected(
                    item,
                    List.of(Violation.of(
                            "undo-not-supported",
                            null,
                            "The job has not stored what it changed; correct the " + item.word()
                                    + " with another import")));
        }
        if (!isUser) {
            return restore(item, image, before, session, realm);
        }
        if (!open.mayManage(item.id())) {
            return forbidden(item);
        }
        return open.isAsImported(item.id(), image) ? open.restore(item, image) : changed(item);
    }

    private Outcome restore(
            UndoRecord item, BeforeImage image, String before, KeycloakSession session, RealmModel realm) {
        Image state = IMAGES.get(item.word());
        if (state == null) {
            throw new IllegalStateException("no image is stored of records of type " + item.word());
        }
        if (!Fingerprint.of(state.of(session, realm, item.id())).equals(image.after())) {
            return changed(item);
        }
        Outcome outcome =
                replacement.write(chunk(record(item, before)), session, realm).get(0);
        if (!outcome.isProblem()) {
            if (item.kind() == ClientRecord.class) {
                ClientImage.restoreAttributes(realm, item.id(), before);
            }
            requireRestored(item, before, state.of(session, realm, item.id()));
        }
        return renamed(item, outcome);
    }

    /** What the entity refers to may have been removed since. */
    private static void requireRestored(UndoRecord item, String before, String now) {
        if (!now.equals(before)) {
            throw new PartialWriteException(
                    Violation.of(
                            "undo-not-supported",
                            null,
                            "The " + item.word()
                                    + " cannot be restored: what it referred to was changed or removed since"),
                    new IllegalStateException("the restored state is not the stored one"));
        }
    }

    private ImportRecord record(UndoRecord item, String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        Entry entry = parser.parse(text, 0, text.length, item.position());
        if (entry instanceof Entry.Readable readable) {
            return readable.item();
        }
        throw new IllegalStateException("the image of a " + item.word() + " cannot be read");
    }

    private static Chunk chunk(ImportRecord record) {
        return new Chunk(List.of(new Entry.Readable(record, 0)));
    }

    /** The same for a user who exists and for one who does not. */
    private static Outcome forbidden(UndoRecord item) {
        return Outcomes.rejected(
                item,
                List.of(Violation.of(
                        "forbidden-user", null, "You may not change or delete this user, or the user does not exist")));
    }

    private static Outcome changed(UndoRecord item) {
        return Outcomes.rejected(
                item,
                List.of(Violation.of(
                        "changed-since-import",
                        null,
                        "The " + item.word() + " was changed or deleted after the import and is left as it is")));
    }

    /** The outcome under the key of the original record, without warnings about fields of the image. */
    private static Outcome renamed(UndoRecord item, Outcome outcome) {
        Optional<String> key = item.key();
        if (outcome instanceof Outcome.Deleted) {
            return new Outcome.Deleted(item.position(), key, item.id(), List.of(), null);
        }
        if (outcome instanceof Outcome.Updated) {
            return new Outcome.Updated(item.position(), key, item.id(), List.of());
        }
        if (outcome instanceof Outcome.Unchanged) {
            return new Outcome.Unchanged(item.position(), key, item.id(), List.of());
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return new Outcome.Rejected(item.position(), key, rejected.problems(), List.of());
        }
        return outcome;
    }
}
