package org.millrace.advisor.report;

/** Writes a report for one kind of reader. Stateless; called from any thread. */
public interface ReportFormat {

    /** As in {@code ?format=}: lower case. */
    String name();

    /** As in {@code Accept}, without parameters; the text is UTF-8. */
    String mediaType();

    String write(Report report);

    String write(ClusterReport report);
}
