package org.millrace.bulk.undo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.field.Position;

/** Collects the images of the entities that one transaction of a job changes. For one session and its thread. */
public final class BeforeImages {
    private static final String ATTRIBUTE = BeforeImages.class.getName();

    private final List<BeforeImage> images = new ArrayList<>();
    private final List<Pending> pending = new ArrayList<>();
    private final NewScopes newScopes = new NewScopes();

    /** An entity whose state after the change is not known yet. */
    private record Pending(long line, String id, String before, Supplier<String> state) {}

    /** Begins to collect what the session changes. */
    public void begin(KeycloakSession session) {
        session.setAttribute(ATTRIBUTE, this);
    }

    /** The collector of the session; empty if nothing will be undone. */
    public static Optional<BeforeImages> of(KeycloakSession session) {
        return Optional.ofNullable(session.getAttribute(ATTRIBUTE, BeforeImages.class));
    }

    /** Adds a complete image. */
    public void add(BeforeImage image) {
        images.add(image);
    }

    /**
     * Adds the authorization scopes that a record creates together with a resource.
     *
     * @param client id of the client that the scopes belong to
     */
    public void createdScopes(Position position, String resource, String client, Set<String> names) {
        newScopes.add(position.line(), resource, client, names);
    }

    /** The authorization scopes that the records have created. */
    public NewScopes newScopes() {
        return newScopes;
    }

    /**
     * Adds an entity that is about to be changed.
     *
     * @param state reads the entity as JSON; called now, and again when the chunk is written
     */
    public void changing(Position position, String id, Supplier<String> state) {
        String before = state.get();
        // An earlier record of the chunk has left the entity in this state.
        pending.stream().filter(each -> each.id().equals(id)).forEach(each -> complete(each, before));
        pending.removeIf(each -> each.id().equals(id));
        pending.add(new Pending(position.line(), id, before, state));
    }

    /** Reads the states after the changes so far. */
    public void finish() {
        pending.forEach(each -> complete(each, each.state().get()));
        pending.clear();
    }

    /** An image even if the states are equal: Keycloak shows no secrets in them. */
    private void complete(Pending each, String after) {
        images.add(new BeforeImage(each.line(), each.id(), Fingerprint.of(after), null, false, each.before()));
    }

    /**
     * Adds the entities that a record has changed, or has written as they were.
     *
     * @param type of the entity in the outcome of the record
     * @param id of that entity
     */
    public void changed(Position position, String type, String id, StateParts before, StateParts after) {
        String fingerprint = Fingerprint.of(after.text(type, id));
        images.add(new BeforeImage(position.line(), id, fingerprint, null, false, before.text(type, id)));
    }

    /** The images in the order of the changes. */
    public List<BeforeImage> all() {
        return Collections.unmodifiableList(images);
    }
}
