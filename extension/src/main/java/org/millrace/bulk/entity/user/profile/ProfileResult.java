package org.millrace.bulk.entity.user.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.utils.StringUtil;
import org.millrace.bulk.entity.user.state.UserState.Attribute;

/**
 * What the user profile makes of a user: columns and attributes.
 *
 * @param email in lower case
 * @param attributes in the order of their names
 */
public record ProfileResult(
        String username,
        @Nullable String email,
        @Nullable String firstName,
        @Nullable String lastName,
        List<Attribute> attributes) {

    /**
     * The result with these values.
     *
     * @param username used if the values have none
     */
    static ProfileResult of(String username, Map<String, List<String>> values) {
        String name = username;
        String email = null;
        String firstName = null;
        String lastName = null;
        List<Attribute> others = new ArrayList<>();
        for (Map.Entry<String, List<String>> attribute : values.entrySet()) {
            String first = null;
            for (String value : attribute.getValue()) {
                if (StringUtil.isNotBlank(value)) {
                    first = first == null ? value : first;
                    if (!RawAttributes.isColumn(attribute.getKey())) {
                        others.add(new Attribute(attribute.getKey(), value));
                    }
                }
            }
            switch (attribute.getKey()) {
                case UserModel.USERNAME -> name = first == null ? name : first;
                case UserModel.EMAIL -> email = first;
                case UserModel.FIRST_NAME -> firstName = first;
                case UserModel.LAST_NAME -> lastName = first;
                default -> {}
            }
        }
        others.sort(Comparator.comparing(Attribute::name));
        return new ProfileResult(name, KeycloakModelUtils.toLowerCaseSafe(email), firstName, lastName, others);
    }
}
