package org.millrace.bulk.entity.group.container;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.writer.model.ChunkSession;

/** The groups of a realm, looked up and created in batches for a chunk. Existing groups are changed through Keycloak's model. */
public final class BatchedGroups extends RealmGroups {
    private final NamedGroups named;
    private final NewGroups made;

    /** Looks up all groups that the chunk refers to. */
    public BatchedGroups(ChunkSession in, GroupRows rows, List<GroupRepresentation> groups) {
        super(in);
        this.named = new NamedGroups(rows, escapesSlashes());
        this.made = new NewGroups(in, rows);
        named.lookUp(groups);
    }

    @Override
    @Nullable
    public GroupModel find(String id) {
        Optional<GroupModel> group = made.byId(id);
        if (group.isPresent()) {
            return group.get();
        }
        return named.knowsId(id) && !named.isTaken(id) ? null : super.find(id);
    }

    @Override
    public boolean isTaken(String id) {
        return made.byId(id).isPresent() || (named.knowsId(id) ? named.isTaken(id) : super.isTaken(id));
    }

    @Override
    public Optional<String> idOf(GroupKey key) {
        return named.knows(key) ? named.idOf(key) : super.idOf(key);
    }

    @Override
    public GroupModel make(@Nullable String id, String name, @Nullable GroupModel parent) {
        return made.make(id, key(parent, name));
    }

    @Override
    public void settle() {
        made.write();
    }

    @Override
    public void forgetPlaces() {
        super.forgetPlaces();
        named.forgetPlaces();
    }
}
