package org.millrace.bulk.job.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.format.csv.RetryTable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.PartTable;

/** The column names of parts that are CSV, as stored with each part. Thread-safe. */
public final class CsvHeaders {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JobDatabase database;
    private final PartTable parts;

    CsvHeaders(JobDatabase database) {
        this.database = database;
        this.parts = new PartTable(database);
    }

    /** Column names as they are stored with a part: a JSON array. */
    public static String text(List<String> columns) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        columns.forEach(names::add);
        return names.toString();
    }

    /** The table that the records of a job can be written into again; empty unless all of its parts are tables. */
    Optional<RetryTable> table(Job job) throws SQLException {
        List<Optional<String>> headers = database.read(connection -> parts.headers(connection, job.id()));
        return headers.isEmpty() || headers.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : Optional.of(new RetryTable(headers.stream()
                        .map(header -> columns(header.orElseThrow()))
                        .toList()));
    }

    private static List<String> columns(String header) {
        try {
            List<String> columns = new ArrayList<>();
            JSON.readTree(header).forEach(name -> columns.add(name.asText()));
            return columns;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the header of a part is not JSON", e);
        }
    }
}
