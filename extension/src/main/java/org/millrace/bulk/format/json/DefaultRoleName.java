package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The name of the default role of the realm in an export file: from the file, else Keycloak's default name. */
final class DefaultRoleName {
    private static final JsonFactory JSON = new JsonFactory();
    /** Characters; a longer name is none of a realm or role, and would be looked for in each record. */
    private static final int MAX_LENGTH = 255;

    private static final String REALM = "realm";
    private static final String DEFAULT_ROLE = "defaultRole";

    private @Nullable String realm;
    private @Nullable String role;

    /** Whether a field of an export file holds the name. */
    static boolean isIn(String field) {
        return field.equals(REALM) || field.equals(DEFAULT_ROLE);
    }

    /** Takes the value of such a field. */
    void note(String field, byte[] value, int length) {
        try (JsonParser json = JSON.createParser(value, 0, length)) {
            json.nextToken();
            note(field, json);
        } catch (IOException e) {
            // The name of the realm, then.
            return;
        }
    }

    /** Takes the value that stands at the parser's token, and ends with its last token. */
    void note(String field, JsonParser json) throws IOException {
        if (field.equals(REALM)
                && json.currentToken() == JsonToken.VALUE_STRING
                && json.getTextLength() <= MAX_LENGTH) {
            realm = json.getText();
        }
        if (!field.equals(DEFAULT_ROLE) || json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean isName = json.currentName().equals("name");
            if (json.nextToken() == JsonToken.VALUE_STRING && isName && json.getTextLength() <= MAX_LENGTH) {
                role = json.getText();
            }
            json.skipChildren();
        }
    }

    /** Whether the file names the default role itself, as Keycloak does since version 13. */
    boolean isNamed() {
        return role != null;
    }

    /** The name; empty if the file holds none. */
    Optional<String> name() {
        return role == null
                ? Optional.ofNullable(realm).map(name -> "default-roles-" + name.toLowerCase(Locale.ROOT))
                : Optional.of(role);
    }
}
