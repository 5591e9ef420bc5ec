package org.millrace.bulk.entity.organization.member;

import java.util.List;
import java.util.stream.Stream;
import org.keycloak.models.UserModel;

/** Who joins a group and who leaves it. */
public record MemberPlan(List<UserModel> joining, List<UserModel> leaving) {
    /** The plan that changes nothing. */
    public static final MemberPlan NONE = new MemberPlan(List.of(), List.of());

    public MemberPlan {
        joining = List.copyOf(joining);
        leaving = List.copyOf(leaving);
    }

    /** The users who join or leave. */
    public Stream<UserModel> users() {
        return Stream.concat(joining.stream(), leaving.stream());
    }

    /** Whether any user joins or leaves. */
    public boolean changes() {
        return !joining.isEmpty() || !leaving.isEmpty();
    }
}
