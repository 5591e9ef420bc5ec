package org.millrace.server.advisor.sampler;

import java.util.regex.Pattern;
import org.millrace.advisor.model.Setting;

/** Hides secrets in settings, on top of what Keycloak knows to be one: better a harmless value hidden than a secret shown. */
public final class SecretMask {

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(password|passwd|secret|token|credential|private-?key|api-?key).*");

    private static final String SECRET_WORD = "(?:password|passwd|pwd|secret|token|api-?key|credential)[\\w.-]*";

    /** In a query string, where a secret may have commas and semicolons in it. */
    private static final Pattern SECRET_IN_QUERY = Pattern.compile("(?i)([?&][\\w.-]*" + SECRET_WORD + "=)[^&\\s]+");

    /** In SQL Server's URLs, where braces hold what has a semicolon in it, and two closing ones are one of it. */
    private static final Pattern SECRET_IN_LIST =
            Pattern.compile("(?i)(;\\s*[\\w.-]*" + SECRET_WORD + "\\s*=\\s*)(?:\\{(?:[^}]|}})*}|[^;\\s]+)");

    /** {@code password=…} and the like anywhere, up to the next separator. */
    private static final Pattern SECRET_PARAMETER = Pattern.compile("(?i)(" + SECRET_WORD + "\\s*[=:]\\s*)[^&;,\\s]+");

    /** {@code //user:password@host}, and Oracle's {@code thin:user/password@host}. */
    private static final Pattern USER_INFO = Pattern.compile("((?://[^/?#:@\\s]*:)|(?:thin:[^/@\\s]*/))[^/?#\\s]*@");

    private SecretMask() {}

    public static String mask(String name, String value) {
        if (SECRET_NAME.matcher(name).matches()) {
            return Setting.MASK;
        }
        String withoutUserInfo = USER_INFO.matcher(value).replaceAll("$1" + Setting.MASK + "@");
        String withoutQuery = SECRET_IN_QUERY.matcher(withoutUserInfo).replaceAll("$1" + Setting.MASK);
        String withoutList = SECRET_IN_LIST.matcher(withoutQuery).replaceAll("$1" + Setting.MASK);
        return SECRET_PARAMETER.matcher(withoutList).replaceAll("$1" + Setting.MASK);
    }
}
