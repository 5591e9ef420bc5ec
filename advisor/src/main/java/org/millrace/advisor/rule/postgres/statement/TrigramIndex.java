package org.millrace.advisor.rule.postgres.statement;

/** The index that makes a search inside of texts fast. */
final class TrigramIndex {

    private TrigramIndex() {}

    /** Advice for a pattern that begins with a wildcard. */
    static String advice(String table) {
        if (!table.equals("user_entity")) {
            return "The pattern begins with a wildcard, which no B-tree index serves: create a trigram index "
                    + "(extension pg_trgm, USING gin (column gin_trgm_ops)) on the columns that it searches, or search by prefix.";
        }
        return "A search inside of names reads every user of the realm. Let callers search by exact=true or by prefix, or "
                + "create a trigram index, which is not there: CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE INDEX CONCURRENTLY "
                + "millrace_user_search ON user_entity USING gin (username gin_trgm_ops, email gin_trgm_ops, "
                + "lower(first_name) gin_trgm_ops, lower(last_name) gin_trgm_ops).";
    }
}
