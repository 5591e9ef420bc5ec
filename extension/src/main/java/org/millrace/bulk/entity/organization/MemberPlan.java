package org.millrace.bulk.entity.organization;

import java.util.List;
import org.keycloak.models.UserModel;

/** Who joins a group and who leaves it. */
record MemberPlan(List<UserModel> joining, List<UserModel> leaving) {
    static final MemberPlan NONE = new MemberPlan(List.of(), List.of());

    MemberPlan {
        joining = List.copyOf(joining);
        leaving = List.copyOf(leaving);
    }

    boolean changes() {
        return !joining.isEmpty() || !leaving.isEmpty();
    }
}
