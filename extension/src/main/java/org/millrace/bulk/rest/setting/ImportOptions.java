package org.millrace.bulk.rest.setting;

import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.millrace.bulk.password.ForeignPasswords;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.MatchByEmail;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.UserDefaults;
import org.millrace.bulk.writer.Validation;
import org.millrace.server.problem.Problem;

/**
 * Options of one import request.
 *
 * @param maxErrors {@link Long#MAX_VALUE} for no limit
 * @param chunkSize records of a transaction; 0 for the server's default
 * @param newIds whether records get new ids, to which references among them are mapped
 * @param wrapWeakHashes whether MD5- and SHA-1-class password hashes are stored inside Argon2
 * @param source the system of the export
 */
public record ImportOptions(
        OnConflict onConflict,
        Validation validation,
        boolean dryRun,
        long maxErrors,
        int chunkSize,
        AdminEventLevel events,
        boolean newIds,
        Reported reported,
        boolean wrapWeakHashes,
        MatchByEmail matchByEmail,
        UserDefaults defaults,
        String source) {
    /** The source whose records are representations of Keycloak. */
    public static final String KEYCLOAK = "keycloak";

    private static final Pattern SOURCE = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

    /** Names of the query parameters. */
    public static final Set<String> NAMES = Set.of(
            "onConflict",
            "validation",
            "dryRun",
            "maxErrors",
            "chunkSize",
            "events",
            "ids",
            "outcomes",
            "wrapWeakHashes",
            "matchByEmail",
            "defaults",
            "source");

    /** Which outcome lines are sent. The summary always is. */
    public enum Reported {
        ALL,
        PROBLEMS,
        NONE
    }

    /**
     * Reads query parameters.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 for an unknown name or value
     */
    public static ImportOptions of(MultivaluedMap<String, String> query) {
        Set<String> unknown = new TreeSet<>(query.keySet());
        unknown.removeAll(NAMES);
        if (!unknown.isEmpty()) {
            throw badParameter("Unknown parameter \""
                    + Violation.shortened(unknown.iterator().next(), 100)
                    + "\"; supported: "
                    + String.join(", ", new TreeSet<>(NAMES)));
        }
        boolean wrapsWeakHashes =
                choice(query, "wrapWeakHashes", List.of("false", "true")).equals("TRUE");
        if (wrapsWeakHashes && !ForeignPasswords.canWrapWeakHashes()) {
            throw badParameter("wrapWeakHashes=true needs Argon2, which is not available in FIPS mode");
        }
        return new ImportOptions(
                OnConflict.valueOf(choice(query, "onConflict", List.of("fail", "skip", "merge", "replace"))),
                Validation.valueOf(choice(query, "validation", List.of("strict", "lenient", "off"))),
                choice(query, "dryRun", List.of("false", "true")).equals("TRUE"),
                number(query, "maxErrors", Long.MAX_VALUE, Long.MAX_VALUE),
                (int) number(query, "chunkSize", 0, ImportSettings.MAX_CHUNK_SIZE),
                AdminEventLevel.valueOf(choice(query, "events", List.of("summary", "none", "each"))),
                choice(query, "ids", List.of("keep", "new")).equals("NEW"),
                Reported.valueOf(choice(query, "outcomes", List.of("all", "problems", "none"))),
                wrapsWeakHashes,
                MatchByEmail.valueOf(choice(query, "matchByEmail", List.of("verified", "any", "never"))),
                defaults(query),
                source(query));
    }

    private static String source(MultivaluedMap<String, String> query) {
        List<String> given = query.getOrDefault("source", List.of(KEYCLOAK));
        if (given.size() != 1 || !SOURCE.matcher(given.get(0)).matches()) {
            throw badParameter("source must be the name of one source; GET .../bulk-import/sources lists them");
        }
        return given.get(0);
    }

    /**
     * Checks that records of an entity can come from a source.
     *
     * @param sources names of the sources other than Keycloak
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 otherwise
     */
    public static void requireSource(String source, String entity, Collection<String> sources) {
        if (source.equals(KEYCLOAK)) {
            return;
        }
        if (!sources.contains(source)) {
            throw badParameter(
                    "Unknown source \"" + source + "\"; supported: " + KEYCLOAK + ", " + String.join(", ", sources));
        }
        if (!entity.equals("users")) {
            throw badParameter("Source \"" + source + "\" contains users only; import it into users");
        }
    }

    /**
     * The options restricted by the operator's settings: records are matched at least as strictly, and at least as many events
     * are fired.
     */
    public ImportOptions within(ImportSettings settings) {
        return new ImportOptions(
                onConflict,
                validation,
                dryRun,
                maxErrors,
                chunkSize,
                events.atLeast(settings.minEvents()),
                newIds,
                reported,
                wrapWeakHashes,
                matchByEmail.and(settings.matchByEmail()),
                defaults,
                source);
    }

    private static UserDefaults defaults(MultivaluedMap<String, String> query) {
        List<String> given = query.getOrDefault("defaults", List.of());
        try {
            // Several lists are concatenated, so that a repeated field is rejected.
            return UserDefaults.parse(String.join(",", given));
        } catch (IllegalArgumentException e) {
            throw badParameter(String.valueOf(e.getMessage()));
        }
    }

    /** The value given, in upper case; the first choice if none is. */
    private static String choice(MultivaluedMap<String, String> query, String name, List<String> choices) {
        List<String> given = query.getOrDefault(name, List.of());
        String value = given.isEmpty() ? choices.get(0) : given.get(0);
        if (given.size() > 1 || !choices.contains(value)) {
            throw badParameter(name + " must be one of " + String.join(", ", choices));
        }
        return value.toUpperCase(Locale.ROOT);
    }

    /** A parameter that is a whole number from 1 up to a limit. */
    public static long number(MultivaluedMap<String, String> query, String name, long absent, long greatest) {
        List<String> given = query.getOrDefault(name, List.of());
        if (given.isEmpty()) {
            return absent;
        }
        try {
            long value = Long.parseLong(given.get(0));
            if (given.size() == 1 && value >= 1 && value <= greatest) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message is the same as for a number out of range.
        }
        throw badParameter(name + " must be a whole number from 1 to " + greatest);
    }

    private static RuntimeException badParameter(String detail) {
        return new Problem(400, "invalid-parameter", "Unknown or invalid query parameter", detail).exception();
    }
}
