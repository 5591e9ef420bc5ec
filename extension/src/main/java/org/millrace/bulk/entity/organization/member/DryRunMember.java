package org.millrace.bulk.entity.organization.member;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.MembershipMetadata;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.utils.UserModelDelegate;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.storage.UserStorageUtil;
import org.millrace.bulk.writer.UserStores;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.UserCacheInvalidation;

/**
 * A user of a user federation provider whose memberships a dry run changes: only rows are written, which are rolled back, and the provider is
 * not called. For one session and its thread.
 */
public final class DryRunMember extends UserModelDelegate {
    private final KeycloakSession session;
    private final RealmModel realm;
    /** By the ids of groups that the user has joined or left. */
    private final Map<String, Boolean> changed = new HashMap<>();

    private DryRunMember(ChunkSession in, UserModel user) {
        super(user);
        this.session = in.session();
        this.realm = in.realm();
    }

    /** The model for changes of memberships: the user itself, except for a user of a user federation provider in a dry run. */
    public static UserModel of(ChunkSession in, UserModel user) {
        return in.isDryRun() && UserStores.contain(user) ? new DryRunMember(in, user) : user;
    }

    @Override
    public void joinGroup(GroupModel group) {
        joinGroup(group, new MembershipMetadata(MembershipType.UNMANAGED));
    }

    @Override
    public void joinGroup(GroupModel group, MembershipMetadata metadata) {
        UserModel stored = session.getProvider(UserProvider.class).getUserById(realm, getId());
        if (stored == null) {
            UserStorageUtil.userFederatedStorage(session).joinGroup(realm, getId(), group);
        } else {
            stored.joinGroup(group, metadata);
        }
        changed(group, true);
    }

    @Override
    public void leaveGroup(GroupModel group) {
        UserModel stored = session.getProvider(UserProvider.class).getUserById(realm, getId());
        if (stored == null) {
            UserStorageUtil.userFederatedStorage(session).leaveGroup(realm, getId(), group);
        } else {
            stored.leaveGroup(group);
        }
        changed(group, false);
    }

    @Override
    public boolean isMemberOf(GroupModel group) {
        Boolean member = changed.get(group.getId());
        return member == null ? super.isMemberOf(group) : member;
    }

    private void changed(GroupModel group, boolean member) {
        changed.put(group.getId(), member);
        UserCacheInvalidation.evict(session, realm, List.of(delegate));
    }
}
