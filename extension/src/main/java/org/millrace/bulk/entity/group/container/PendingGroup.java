package org.millrace.bulk.entity.group.container;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;

/**
 * A new group whose rows are pending. Properties of the row are kept in memory; any other call writes the pending rows first, and
 * then delegates to Keycloak's model. For one session and its thread.
 */
final class PendingGroup implements InvocationHandler {
    private final NewGroup group;
    private final Supplier<GroupModel> stored;
    private @Nullable GroupModel model;

    private PendingGroup(NewGroup group, Supplier<GroupModel> stored) {
        this.group = group;
        this.stored = stored;
    }

    /** @param stored writes the group, unless that has happened, and looks it up */
    static GroupModel of(NewGroup group, Supplier<GroupModel> stored) {
        return (GroupModel) Proxy.newProxyInstance(
                GroupModel.class.getClassLoader(), new Class<?>[] {GroupModel.class}, new PendingGroup(group, stored));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "getId" -> group.id();
            case "getType" -> GroupModel.Type.REALM;
            case "equals" ->
                arguments != null
                        && arguments[0] instanceof GroupModel other
                        && other.getId().equals(group.id());
            case "hashCode" -> group.id().hashCode();
            case "toString" -> "PendingGroup[" + group.id() + "]";
            default -> group.isWritten() || !isKept(method, arguments) ? ask(method, arguments) : null;
        };
    }

    @SuppressWarnings("unchecked")
    private boolean isKept(Method method, Object @Nullable [] arguments) {
        if (arguments == null) {
            return false;
        }
        switch (method.getName()) {
            case "setDescription" -> group.describe((String) arguments[0]);
            case "setAttribute" -> group.set((String) arguments[0], (List<@Nullable String>) arguments[1]);
            case "grantRole" -> group.grant(((RoleModel) arguments[0]).getId());
            default -> {
                return false;
            }
        }
        return true;
    }

    private @Nullable Object ask(Method method, Object @Nullable [] arguments) throws Throwable {
        GroupModel asked = model;
        if (asked == null) {
            asked = stored.get();
            model = asked;
        }
        try {
            return method.invoke(asked, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
