package org.millrace.bulk.writer;

import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.field.Violation;

/**
 * User federation providers, such as LDAP, and the users of whom they store a part. A provider may write immediately, and has no rollback: a dry
 * run does not send it changes.
 */
public final class UserStores {
    /** Warning of a change that a dry run does not send to a provider. */
    public static final Violation NOT_CHECKED = Violation.of(
            "user-store-not-checked",
            null,
            "A dry run does not send changes to user federation; the provider may reject the change");

    private UserStores() {}

    /** Whether a provider stores a part of the user. */
    public static boolean contain(UserModel user) {
        return UserState.belongsToUserStore(user.getId(), user.getFederationLink());
    }
}
