package org.millrace.bulk.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.AdministratorProtection.Standing;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.user.model.UserRestoration;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.Fingerprint;
import org.millrace.bulk.undo.StateParts;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;

/**
 * Undoes the records of one chunk of a job: restores what the job updated unless it was changed since, then deletes what it created. What
 * is restored does not refer to created entities any more. Safe for use by several threads.
 *
 * <p>One long class: what is deleted depends on what could not be restored.
 */
final class UndoChunk implements ModelChunk {
    private final ModelScope scope;
    private final RecordType type;
    private final UserRestoration users;
    private final EntityRecords records;
    private final boolean dryRun;

    /**
     * Undoes records of one type.
     *
     * @param records restore and delete entities
     * @param dryRun whether the transaction is rolled back in any case
     */
    UndoChunk(ModelScope scope, RecordType type, UserRestoration users, EntityRecords records, boolean dryRun) {
        this.scope = scope;
        this.type = type;
        this.users = users;
        this.records = records;
        this.dryRun = dryRun;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        if (chunk.maxProblems() < chunk.size()) {
            return Outcomes.ofEach(
                    chunk, item -> write(single(item), session, realm).get(0));
        }
        Restoration restoration = new Restoration(new ChunkSession(scope, session, realm));
        Map<Position, Outcome> outcomes = new HashMap<>();
        List<UndoRecord> created = new ArrayList<>();
        Set<String> kept = new HashSet<>();
        restoration.lockUsers(chunk.items(UndoRecord.class));
        for (UndoRecord item : chunk.items(UndoRecord.class)) {
            if (item.undone()) {
                outcomes.put(item.position(), new Outcome.Unchanged(item.position(), item.key(), item.id(), List.of()));
            } else if (item.created()) {
                created.add(item);
            } else {
                Outcome outcome = restoration.restore(item);
                outcomes.put(item.position(), outcome);
                if (outcome.isProblem()) {
                    kept.add(item.id());
                }
            }
        }
        // The queries for the users do not see what is not written yet.
        restoration.open.write();
        JpaSession.flush(session);
        outcomes.putAll(restoration.delete(created, kept));
        restoration.rejectLogins(chunk.items(UndoRecord.class), outcomes);
        type.restorable().ifPresent(entity -> entity.deleteUnused(restoration.in, undone(chunk, outcomes)));
        restoration.in.fireEvents();
        return Outcomes.ofEach(chunk, item -> Objects.requireNonNull(outcomes.get(item.position())));
    }

    private static List<BeforeImage> undone(Chunk chunk, Map<Position, Outcome> outcomes) {
        return chunk.items(UndoRecord.class).stream()
                .filter(item ->
                        !Objects.requireNonNull(outcomes.get(item.position())).isProblem())
                .map(UndoRecord::image)
                .filter(Objects::nonNull)
                .toList();
    }

    private static Chunk single(ImportRecord record) {
        return new Chunk(List.of(new Entry.Readable(record, 0)));
    }

    private static Outcome rejected(UndoRecord item, String code, String detail) {
        return Outcomes.rejected(item, List.of(Violation.of(code, null, detail)));
    }

    private static Outcome changed(UndoRecord item) {
        return rejected(
                item,
                "changed-since-import",
                "The " + item.word() + " was changed or deleted after the import, and was left unchanged");
    }

    private static Outcome kept(UndoRecord item) {
        return rejected(
                item,
                "changed-since-import",
                "The " + item.word()
                        + " stays, because a later record of the job about it, or about a group in it, is not undone");
    }

    private static Outcome forbidden(UndoRecord item) {
        return rejected(item, "forbidden", "You may not change this " + item.word() + ", or it does not exist");
    }

    /** The outcome under the key of the original record, without warnings about fields of the image. */
    private static Outcome renamed(UndoRecord item, Outcome outcome) {
        Optional<String> key = item.key();
        if (outcome instanceof Outcome.Deleted) {
            return new Outcome.Deleted(item.position(), key, item.id(), List.of(), null);
        }
        if (outcome instanceof Outcome.Unchanged) {
            return new Outcome.Unchanged(item.position(), key, item.id(), List.of());
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return new Outcome.Rejected(item.position(), key, rejected.problems(), List.of());
        }
        return outcome;
    }

    /** The undo of records in one session. For its thread. */
    private final class Restoration implements UserRestoration.Protection {
        private final ChunkSession in;
        private final UserRestoration.Open open;
        private final AdministratorProtection protection;

        private Restoration(ChunkSession in) {
            this.in = in;
            this.open = users.in(in);
            this.protection = new AdministratorProtection(in);
        }

        /** Before they are compared: another transaction may be changing them. */
        private void lockUsers(Collection<UndoRecord> items) {
            if (type.kind() == UserRecord.class) {
                open.lock(items.stream()
                        .filter(item -> !item.undone() && !item.created())
                        .map(UndoRecord::id)
                        .collect(Collectors.toSet()));
                open.expectDeletion(items.stream()
                        .filter(item -> !item.undone() && item.created())
                        .map(UndoRecord::id)
                        .toList());
            }
        }

        private Outcome restore(UndoRecord item) {
            BeforeImage image = item.image();
            String before = image == null ? null : image.before();
            if (image == null || before == null) {
                return isComparable() && !mayChange(item)
                        ? hidden(item)
                        : rejected(
                                item,
                                "undo-not-supported",
                                "The job has not stored the earlier state; correct the " + item.word()
                                        + " with another import");
            }
            if (item.kind() == UserRecord.class) {
                return open.mayChange(item.id()) ? restoreUser(item, image) : hidden(item);
            }
            StateParts parts = StateParts.of(item.word(), item.id(), before);
            // Before the states are compared: another transaction may be changing them.
            Restorables.lock(in, parts.keys());
            if (!mayChange(item)) {
                return hidden(item);
            }
            StateParts now = parts.now(this::states);
            return Fingerprint.of(text(item, now)).equals(image.after()) ? restore(item, parts, now) : changed(item);
        }

        private Map<StateParts.PartKey, String> states(List<StateParts.PartKey> keys) {
            return Restorables.states(in, keys);
        }

        private static String text(UndoRecord item, StateParts states) {
            return states.text(item.word(), item.id());
        }

        /** Only a caller who may import all entities of the type learns that this one does not exist any more. */
        private Outcome hidden(UndoRecord item) {
            boolean mayKnow = type.mayOversee(new CallerPermissions(in.session(), in.realm(), in.permissions()));
            return mayKnow
                    ? rejected(
                            item,
                            "changed-since-import",
                            "The " + item.word()
                                    + " was changed or deleted after the import, or you may not view it; it was left unchanged")
                    : forbidden(item);
        }

        private Outcome restoreUser(UndoRecord item, BeforeImage image) {
            return open.isAsImported(item.id(), image) ? open.restore(item, image, this) : changed(item);
        }

        @Override
        public boolean concerns(UserState user) {
            return protection.concerns(user.roleIds()) || protection.concerns(user.groupIds());
        }

        @Override
        public Optional<Violation> refusal(UserState current, UserState target) {
            return protection.refusal(current.id(), standing(current), standing(target));
        }

        private static Standing standing(UserState user) {
            return new Standing(user.enabled(), user.roleIds(), user.groupIds());
        }

        private Outcome restore(UndoRecord item, StateParts before, StateParts now) {
            List<Restorable.Change> changes = new ArrayList<>();
            for (int i = 0; i < before.parts().size(); i++) {
                StateParts.Part part = before.parts().get(i);
                String present = now.parts().get(i).state();
                if (!part.state().equals(present)) {
                    changes.add(new Restorable.Change(item.position(), part.key(), present, part.state()));
                }
            }
            boolean hadAdministrator = protection.concerns(
                            changes.stream().map(change -> change.key().id()).toList())
                    && protection.hasAdministrator();
            boolean written = false;
            List<Violation> warnings = new ArrayList<>();
            for (Restorables.Step step : Restorables.steps(changes)) {
                step.changes().forEach(change -> warnings.addAll(step.type().warnings(change)));
                List<Violation> problems = step.type().restore(in, records, step.changes());
                if (!problems.isEmpty()) {
                    return written
                            ? halfRestored(item, problems.get(0), "only some of the entities can be restored")
                            : Outcomes.rejected(item, problems);
                }
                written = true;
            }
            if (hadAdministrator && !protection.hasAdministrator()) {
                return halfRestored(item, protection.lastAdministrator(), "the realm would have no administrator");
            }
            if (!text(item, before).equals(text(item, before.now(this::states)))) {
                // What the entity refers to may have been removed since.
                Violation problem = Violation.of(
                        "undo-not-supported",
                        null,
                        "The " + item.word() + " cannot be restored: what it referred to was changed or removed since");
                return halfRestored(item, problem, "the restored state is not the stored one");
            }
            return new Outcome.Updated(item.position(), item.key(), item.id(), warnings);
        }

        /** Rejects a record after a part of it was restored, which is rolled back. */
        private Outcome halfRestored(UndoRecord item, Violation problem, String cause) {
            if (dryRun) {
                return Outcomes.rejected(item, List.of(problem));
            }
            throw new PartialWriteException(problem, new IllegalStateException(cause));
        }

        /**
         * Deletes created entities, except those that stay, and those that would take one that stays with them.
         *
         * @param kept ids of entities that could not be restored
         */
        private Map<Position, Outcome> delete(List<UndoRecord> created, Set<String> kept) {
            Set<String> changed = changedSince(created);
            Map<Position, Outcome> outcomes = new HashMap<>();
            Map<UndoRecord, ImportRecord> named = new LinkedHashMap<>();
            Set<String> staying = new HashSet<>(kept);
            for (UndoRecord item : created) {
                ImportRecord record = records.identifying(in, type.word(), item.position(), item.id());
                Optional<Outcome> refusal = refusal(item, changed);
                if (refusal.isPresent()) {
                    outcomes.put(item.position(), refusal.get());
                    staying.add(item.id());
                } else {
                    named.put(item, record);
                }
            }
            Set<String> containing = containing(staying, named.keySet());
            named.keySet().removeIf(item -> {
                boolean stays = kept.contains(item.id()) || containing.contains(item.id());
                if (stays) {
                    outcomes.put(item.position(), mayChange(item) ? kept(item) : hidden(item));
                }
                return stays;
            });
            if (!named.isEmpty()) {
                List<UndoRecord> deleted = List.copyOf(named.keySet());
                boolean released = release(deleted);
                List<Outcome> deletions = records.delete(in, type.word(), List.copyOf(named.values()));
                if (released) {
                    requireDeleted(deletions);
                }
                for (int i = 0; i < deletions.size(); i++) {
                    outcomes.put(deleted.get(i).position(), renamed(deleted.get(i), deletions.get(i)));
                }
            }
            return outcomes;
        }

        /** Rejects a restored user whose email address or username is the login of a created user that was not deleted. */
        private void rejectLogins(Collection<UndoRecord> items, Map<Position, Outcome> outcomes) {
            Set<String> staying = items.stream()
                    .filter(item -> item.created()
                            && Objects.requireNonNull(outcomes.get(item.position()))
                                    .isProblem())
                    .map(UndoRecord::id)
                    .collect(Collectors.toSet());
            for (UndoRecord item : items) {
                if (!Objects.requireNonNull(outcomes.get(item.position())).isProblem()) {
                    open.conflict(item.id(), staying)
                            .ifPresent(problem -> outcomes.put(
                                    item.position(), halfRestored(item, problem, "a user was not deleted")));
                }
            }
        }

        private Optional<Outcome> refusal(UndoRecord item, Set<String> changed) {
            if (!type.isDeletable()) {
                return Optional.of(rejected(
                        item,
                        "undo-not-supported",
                        "A job does not delete a " + item.word() + "; delete it with Keycloak's own call"));
            }
            if (item.image() != null && item.image().isKept()) {
                return Optional.of(rejected(
                        item,
                        "undo-not-supported",
                        "The record moved existing groups into it; move them back and delete it with another import"));
            }
            // Of created objects, too, the comparison with the state after the import would show what they have.
            if (item.image() != null && isHidden(item)) {
                return Optional.of(forbidden(item));
            }
            return changed.contains(item.id())
                    ? Optional.of(mayChange(item) ? changed(item) : hidden(item))
                    : Optional.empty();
        }

        /**
         * Ids of the entities that contain one that stays: Keycloak would delete it with them. Only those of the same type: others have chunks
         * of their own, and count when the rows are compared.
         *
         * @param others that are about to be deleted, as far as the caller may
         */
        private Set<String> containing(Set<String> staying, Set<UndoRecord> others) {
            Optional<RestorableEntity> entity = type.restorable();
            if (entity.isEmpty()) {
                return Set.of();
            }
            Set<String> containing = new HashSet<>();
            staying.forEach(id -> addContainers(entity.get(), id, containing));
            for (UndoRecord item : others) {
                boolean isContained = entity.get().container(in, item.id()).isPresent();
                if (isContained && !mayChange(item)) {
                    addContainers(entity.get(), item.id(), containing);
                }
            }
            return containing;
        }

        private void addContainers(RestorableEntity entity, String id, Set<String> containing) {
            Optional<String> container = entity.container(in, id);
            while (container.isPresent() && containing.add(container.get())) {
                container = entity.container(in, container.get());
            }
        }

        private boolean release(List<UndoRecord> deleted) {
            Optional<RestorableEntity> entity = type.restorable();
            return entity.isPresent()
                    && entity.get()
                            .release(in, deleted.stream().map(UndoRecord::id).toList());
        }

        /** An entity from which something was removed must not stay without it. */
        private void requireDeleted(List<Outcome> deletions) {
            for (Outcome deletion : deletions) {
                if (deletion.isProblem()) {
                    throw new PartialWriteException(
                            EntityRecords.problems(deletion).get(0),
                            new IllegalStateException("the " + type.word() + " was not deleted"));
                }
            }
        }

        private Set<String> changedSince(List<UndoRecord> created) {
            Map<String, BeforeImage> images = new HashMap<>();
            for (UndoRecord item : created) {
                if (item.image() != null && !item.image().isKept()) {
                    images.put(item.id(), item.image());
                }
            }
            if (images.isEmpty()) {
                return Set.of();
            }
            return type.kind() == UserRecord.class
                    ? open.changed(images)
                    : type.restorable()
                            .map(entity -> CreatedState.changed(in, entity, images))
                            .orElse(Set.of());
        }

        private boolean isComparable() {
            return type.kind() == UserRecord.class || type.restorable().isPresent();
        }

        /** Whether the object exists, and the caller may not view or not change it. */
        private boolean isHidden(UndoRecord item) {
            if (type.kind() == UserRecord.class) {
                return open.isHidden(item.id());
            }
            StateParts.PartKey key = new StateParts.PartKey(item.word(), item.id());
            return !mayChange(item)
                    && type.restorable()
                            .filter(entity -> !StateJson.ABSENT.equals(entity.state(in, key)))
                            .isPresent();
        }

        private boolean mayChange(UndoRecord item) {
            if (type.kind() == UserRecord.class) {
                return open.mayChange(item.id());
            }
            return type.restorable()
                    .filter(entity -> entity.mayChange(in, item.id()))
                    .isPresent();
        }
    }
}
