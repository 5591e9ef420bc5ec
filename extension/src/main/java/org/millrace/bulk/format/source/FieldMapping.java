package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The target of one field of a source.
 *
 * @param from path of the field in a record of the source, such as {@code profile.login}; ends in {@code *} for all other fields
 * of an object whose names begin so
 * @param to field of the user: a name, {@code attributes.<name>}, {@code attributes.*} for a path that ends in {@code *}, or
 * {@code federatedIdentities.<alias>} for the id of the user at an identity provider
 * @param as conversion of the value
 * @param values for {@link Conversion#ONE_OF} and {@link Conversion#NOT_ONE_OF}: the values that mean true or false; for {@link Conversion#LISTS}: paths of fields with such values; empty otherwise
 * @param except a value that contains this text does not count; empty for none
 */
record FieldMapping(SourcePath from, String to, Conversion as, List<String> values, String except) {
    /** Precedes the name of an attribute. */
    static final String ATTRIBUTES = "attributes.";

    /** Precedes the alias of an identity provider. */
    private static final String LINKS = "federatedIdentities.";

    FieldMapping {
        values = List.copyOf(values);
        if (from.isWildcard() != to.endsWith(".*")) {
            throw new IllegalArgumentException(from + " must end in * and " + to + " in .*, or neither of them");
        }
        if (to.startsWith(LINKS) && (from.isWildcard() || to.length() == LINKS.length())) {
            throw new IllegalArgumentException("\"" + to + "\" does not name the alias of an identity provider");
        }
        if (to.startsWith(LINKS) && as != Conversion.TEXT && as != Conversion.GUID) {
            throw new IllegalArgumentException("\"" + to + "\" is an id: it can only be converted as text or guid");
        }
    }

    /** Whether a value counts as missing. */
    boolean excludes(JsonNode value) {
        return !except.isEmpty() && value.asText().contains(except);
    }

    boolean isLink() {
        return to.startsWith(LINKS);
    }

    /** The alias of the identity provider that a link is to. */
    String identityProvider() {
        return to.substring(LINKS.length());
    }

    boolean isAttribute() {
        return to.startsWith(ATTRIBUTES);
    }

    /** The attribute's name; of a wildcard, the name of the field that was found. */
    String attribute(String found) {
        return from.isWildcard() ? found : to.substring(ATTRIBUTES.length());
    }
}
