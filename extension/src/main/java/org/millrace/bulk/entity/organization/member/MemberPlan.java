package org.millrace.bulk.entity.organization.member;

import java.util.List;
import org.keycloak.models.UserModel;

/** Who joins a group and who leaves it. */
public record MemberPlan(List<UserModel> joining, List<UserModel> leaving) {
    /** The plan that changes nothing. */
    public static final MemberPlan NONE = new MemberPlan(List.of(), List.of());

    public MemberPlan {
        joining = List.copyOf(joining);
        leaving = List.copyOf(leaving);
    }

    /** Whether any user joins or leaves. */
    public boolean changes() {
        return !joining.isEmpty() || !leaving.isEmpty();
    }
}
