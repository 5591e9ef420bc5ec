package org.millrace.bulk.format.source;

import java.util.List;

/**
 * The target of one field of a source.
 *
 * @param from path of the field in a record of the source, such as {@code profile.login}; ends in {@code .*} for all other fields
 * of an object
 * @param to field of the user: a name, {@code attributes.<name>}, or {@code attributes.*} for a path that ends in {@code .*}
 * @param as conversion of the value
 * @param values for {@link Conversion#ONE_OF}: the values that mean true; for {@link Conversion#LISTS}: paths of fields with such values; empty otherwise
 */
record FieldMapping(SourcePath from, String to, Conversion as, List<String> values) {
    /** Precedes the name of an attribute. */
    static final String ATTRIBUTES = "attributes.";

    FieldMapping {
        values = List.copyOf(values);
        if (from.isWildcard() != to.endsWith(".*")) {
            throw new IllegalArgumentException(from + " and " + to + " must both end in .*, or neither of them");
        }
    }

    boolean isAttribute() {
        return to.startsWith(ATTRIBUTES);
    }

    /** The attribute's name; of a wildcard, the name of the field that was found. */
    String attribute(String found) {
        return from.isWildcard() ? found : to.substring(ATTRIBUTES.length());
    }
}
