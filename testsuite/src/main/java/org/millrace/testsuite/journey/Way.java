package org.millrace.testsuite.journey;

/** How a migration sends one record per request. */
enum Way {
    POST_USERS("`POST /users`", "/users", "application/json") {
        @Override
        boolean isCreated(String answer) {
            return true; // The status says so.
        }
    },
    BULK_IMPORT("`POST /bulk-import/users`", "/bulk-import/users", "application/x-ndjson") {
        @Override
        boolean isCreated(String answer) {
            return answer.contains("\"created\":1");
        }
    };

    private final String label;
    private final String path;
    private final String contentType;

    Way(String label, String path, String contentType) {
        this.label = label;
        this.path = path;
        this.contentType = contentType;
    }

    /** As the page has it. */
    String label() {
        return label;
    }

    /** Below the path of the realm. */
    String path() {
        return path;
    }

    String contentType() {
        return contentType;
    }

    /** Whether a successful answer means that the record was created. */
    abstract boolean isCreated(String answer);
}
