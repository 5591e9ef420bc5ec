package org.millrace.advisor.change;

import java.util.Set;

/**
 * A name as PostgreSQL reads it: in quotes if it would be read otherwise without.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-keywords-appendix.html">SQL Key Words</a>
 */
final class Identifier {

    /** Those that PostgreSQL reserves, 14 to 18; some of them only as names of functions or types. */
    private static final Set<String> RESERVED = Set.of("""
            all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
            column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
            current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
            from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
            localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
            returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
            unique user using variadic verbose when where window with""".split("\\s+"));

    private Identifier() {}

    static String of(String name) {
        return name.matches("[a-z_][a-z0-9_]*") && !RESERVED.contains(name)
                ? name
                : "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
