package org.millrace.bulk.entity.user.delete;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.UserRepresentation;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.delete.UserRemoval;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;

/** Deletes users as {@code DELETE /users/{id}} does. */
final class UserDeletion extends EntityDeletion<UserRecord, UserModel> {
    private final UserRemoval removal;
    private final AdministratorProtection protection;

    UserDeletion(ChunkSession in, UserRemoval removal, AdministratorProtection protection) {
        super(in);
        this.removal = removal;
        this.protection = protection;
    }

    @Override
    protected String word() {
        return "User";
    }

    @Override
    @Nullable
    protected String id(UserRecord item) {
        return item.id();
    }

    @Override
    @Nullable
    protected String name(UserRecord item) {
        return item.username();
    }

    @Override
    @Nullable
    protected UserModel byId(UserRecord item, String id) {
        return in().unfiltered(() -> Optional.ofNullable(in().session().users().getUserById(in().realm(), id)))
                .orElse(null);
    }

    @Override
    @Nullable
    protected UserModel byName(UserRecord item, String name) {
        return in().unfiltered(() -> Optional.ofNullable(in().session().users().getUserByUsername(in().realm(), name)))
                .orElse(null);
    }

    @Override
    protected String idOf(UserModel user) {
        return user.getId();
    }

    @Override
    protected boolean mayDelete(UserModel user) {
        return in().permissions().users().canManage(user);
    }

    @Override
    protected boolean maySeeAll(UserRecord item) {
        return in().permissions().users().canView();
    }

    @Override
    protected String nameKey() {
        return "username";
    }

    @Override
    protected Optional<Violation> refusal(UserModel user) {
        return protection.refusal(user);
    }

    @Override
    protected boolean remove(UserModel user) {
        UserRepresentation shown = new UserRepresentation();
        shown.setId(user.getId());
        shown.setUsername(user.getUsername());
        boolean removed = removal.remove(user);
        if (removed) {
            in().audit("deleted user " + shown.getId());
            in().tell(OperationType.DELETE, ResourceType.USER, () -> shown, "users", shown.getId());
        }
        return removed;
    }
}
