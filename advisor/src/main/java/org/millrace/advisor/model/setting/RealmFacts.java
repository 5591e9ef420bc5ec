package org.millrace.advisor.model.setting;

import java.util.List;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.TimeCategory;

/** External systems and password hashing of the realms' configuration, as text without secrets. */
public final class RealmFacts {

    private static final String PREFIX = "realm.";

    private static final String LDAP = ".ldap.";

    private static final String SMTP = ".smtp";

    private static final String IDENTITY_PROVIDER = ".identity-provider.";

    private static final String PASSWORD_POLICY = ".password-policy";

    private RealmFacts() {}

    public static SettingName ldap(String realm, String provider) {
        return new SettingName(PREFIX + realm + LDAP + provider);
    }

    public static SettingName smtp(String realm) {
        return new SettingName(PREFIX + realm + SMTP);
    }

    public static SettingName identityProvider(String realm, String alias) {
        return new SettingName(PREFIX + realm + IDENTITY_PROVIDER + alias);
    }

    public static SettingName passwordPolicy(String realm) {
        return new SettingName(PREFIX + realm + PASSWORD_POLICY);
    }

    /** Settings of the systems that a category's requests wait for; none for other categories. */
    public static List<Setting> systems(Settings settings, TimeCategory category) {
        return switch (category) {
            case LDAP -> named(settings, LDAP);
            case SMTP -> named(settings, SMTP);
            case IDENTITY_PROVIDER -> named(settings, IDENTITY_PROVIDER);
            default -> List.of();
        };
    }

    /** Password policies of realms that have one. */
    public static List<Setting> passwordPolicies(Settings settings) {
        return named(settings, PASSWORD_POLICY);
    }

    private static List<Setting> named(Settings settings, String part) {
        return settings.all().stream()
                .filter(setting -> setting.name().name().startsWith(PREFIX)
                        && setting.name().name().contains(part)
                        && setting.value() != null)
                .toList();
    }
}
