package org.millrace.bulk.entity.user.profile;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.messages.Messages;
import org.keycloak.theme.Theme;
import org.keycloak.userprofile.ValidationException;
import org.millrace.bulk.record.field.Violation;

/** Converts message keys of Keycloak's validators to messages and codes. For one session and its thread. */
public final class ProfileMessages {
    private static final Logger LOG = Logger.getLogger(ProfileMessages.class);

    /** Keys that do not make a good code as they are. */
    private static final Map<String, String> CODES = Map.of(
            Messages.MISSING_USERNAME,
            "missing-username",
            Messages.USERNAME_EXISTS,
            "username-exists",
            Messages.EMAIL_EXISTS,
            "email-exists",
            Messages.DID_EXISTS,
            "did-exists",
            "updateReadOnlyAttributesRejectedMessage",
            "read-only-attribute");

    private static final Map<String, String> DETAILS = Map.of(
            Messages.MISSING_USERNAME, "User name is missing",
            Messages.USERNAME_EXISTS, "User exists with same username",
            Messages.EMAIL_EXISTS, "User exists with same email",
            Messages.DID_EXISTS, "User exists with same DID");

    private final KeycloakSession session;
    private @Nullable Properties texts;

    public ProfileMessages(KeycloakSession session) {
        this.session = session;
    }

    Violation violation(ValidationException.Error error) {
        return Violation.of(code(error.getMessage()), error.getAttribute(), detail(error));
    }

    /** {@code error-invalid-email} becomes {@code invalid-email}; other keys become lower-case words. */
    static String code(String key) {
        String known = CODES.get(key);
        if (known != null) {
            return known;
        }
        String words = key.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-");
        String code = words.replaceAll("^(error-)+|^-+|-+$|(-message)$", "");
        return code.isEmpty() ? "invalid-value" : code;
    }

    private String detail(ValidationException.Error error) {
        String known = DETAILS.get(error.getMessage());
        if (known != null) {
            return known;
        }
        return text(error.getMessage(), error.getMessageParameters());
    }

    /** The English text of a message key; the key itself if there is none. */
    public String text(String key, Object @Nullable [] parameters) {
        return filled(texts().getProperty(key, key), parameters);
    }

    /** The admin theme's texts are made for a browser: parameters stand as {@code {{0}}}, and quotes are only quotes. */
    static String filled(String text, Object @Nullable [] parameters) {
        String filled = text;
        for (int i = 0; parameters != null && i < parameters.length; i++) {
            String value = String.valueOf(parameters[i]);
            filled = filled.replace("{{" + i + "}}", value).replace("{" + i + "}", value);
        }
        return filled;
    }

    private Properties texts() {
        if (texts == null) {
            try {
                texts = session.theme().getTheme(Theme.Type.ADMIN).getMessages(Locale.ENGLISH);
            } catch (IOException e) {
                LOG.warn("The admin theme's messages cannot be read; outcomes will show their keys", e);
                texts = new Properties();
            }
        }
        return texts;
    }
}
