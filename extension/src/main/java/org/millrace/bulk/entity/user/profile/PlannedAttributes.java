package org.millrace.bulk.entity.user.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.UserModel;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.Attributes;
import org.keycloak.validate.ValidationError;
import org.millrace.server.KeycloakBridge;

/**
 * A new user's attributes under a {@link ProfilePlan}. What validators rarely ask is answered by Keycloak's own attributes,
 * which are made when that happens.
 */
final class PlannedAttributes implements Attributes {
    private final Map<String, List<String>> values;
    private final Map<String, List<String>> unmanaged;
    private final ProfilePlan plan;
    private final Supplier<Attributes> keycloaks;
    private @Nullable Attributes complete;

    PlannedAttributes(
            Map<String, List<String>> values,
            Map<String, List<String>> unmanaged,
            ProfilePlan plan,
            Supplier<Attributes> keycloaks) {
        this.values = values;
        this.unmanaged = unmanaged;
        this.plan = plan;
        this.keycloaks = keycloaks;
    }

    Map<String, List<String>> values() {
        return values;
    }

    @Override
    public List<String> get(String name) {
        return values.getOrDefault(name, EMPTY_VALUE);
    }

    @Override
    public boolean contains(String name) {
        return values.containsKey(name);
    }

    @Override
    public Set<String> nameSet() {
        return values.keySet();
    }

    @Override
    public Map<String, List<String>> toMap() {
        return Map.copyOf(values);
    }

    @Override
    public Map<String, List<String>> getUnmanagedAttributes() {
        return unmanaged;
    }

    @Override
    public boolean isReadOnly(String name) {
        return plan.isReadOnly(name, this);
    }

    @Override
    public Map<String, List<String>> getWritable() {
        Map<String, List<String>> writable = new HashMap<>();
        for (Map.Entry<String, List<String>> attribute : values.entrySet()) {
            String name = attribute.getKey();
            if (plan.isEmailUsername() && name.equals(UserModel.USERNAME) || !plan.isReadOnly(name, this)) {
                writable.put(name, attribute.getValue());
            }
        }
        return writable;
    }

    @Override
    @SafeVarargs
    public final boolean validate(String name, Consumer<ValidationError>... listeners) {
        return complete().validate(name, listeners);
    }

    @Override
    public AttributeMetadata getMetadata(String name) {
        return complete().getMetadata(name);
    }

    @Override
    public boolean isRequired(String name) {
        return complete().isRequired(name);
    }

    @Override
    public Map<String, List<String>> getReadable() {
        return complete().getReadable();
    }

    @Override
    public boolean isDefaultAttribute(String name) {
        return KeycloakBridge.isDefaultAttribute(complete(), name);
    }

    private Attributes complete() {
        if (complete == null) {
            complete = keycloaks.get();
        }
        return complete;
    }
}
