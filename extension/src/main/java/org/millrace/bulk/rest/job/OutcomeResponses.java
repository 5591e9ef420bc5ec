package org.millrace.bulk.rest.job;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.outcome.OutcomeJson;
import org.millrace.bulk.format.csv.RetryTable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.report.JobOutcomes;

/** The responses with outcomes of a job, and with the records that were not applied, each as NDJSON or as CSV. */
final class OutcomeResponses {
    private static final Logger LOG = Logger.getLogger(OutcomeResponses.class);

    private static final String NDJSON = "application/x-ndjson";
    private static final String CSV = "text/csv;charset=utf-8";

    private OutcomeResponses() {}

    /** Whether the first media type that the client accepts of CSV and NDJSON is CSV. */
    static boolean prefersCsv(HttpHeaders headers, boolean otherwise) {
        for (MediaType type : headers.getAcceptableMediaTypes()) {
            if (type.getType().equals("text") && type.getSubtype().equals("csv")) {
                return true;
            }
            if (type.getType().equals("application") && type.getSubtype().equals("x-ndjson")) {
                return false;
            }
        }
        return otherwise;
    }

    /**
     * Some outcomes, with the position of the next ones.
     *
     * @param here the address of the request
     */
    static Response page(JobOutcomes.Page page, boolean csv, UriBuilder here) {
        if (csv) {
            Response.ResponseBuilder table = Response.ok(OutcomeTable.of(page.outcomes()), CSV);
            page.next()
                    .ifPresent(next -> table.link(
                            here.replaceQueryParam("after", next.text()).build(), "next"));
            return table.build();
        }
        return Response.ok(lines(page), NDJSON).build();
    }

    private static String lines(JobOutcomes.Page page) {
        OutcomeJson json = new OutcomeJson();
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try {
            for (JobOutcomes.PartOutcome each : page.outcomes()) {
                lines.write(json.outcome(each.outcome(), each.part()));
            }
            if (page.next().isPresent()) {
                lines.write(("{\"next\":\"" + page.next().get().text() + "\"}\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return lines.toString(StandardCharsets.UTF_8);
    }

    /** The records that were not applied, to be imported again. */
    static Response retryFile(JobOutcomes outcomes, Job job, boolean csv) throws SQLException {
        Optional<RetryTable> table = csv ? outcomes.table(job) : Optional.empty();
        StreamingOutput output = ClientOutput.of(out -> {
            try {
                if (table.isPresent()) {
                    outcomes.writeRetryTable(job, table.get(), out);
                } else {
                    outcomes.writeRetryFile(job, out);
                }
            } catch (SQLException e) {
                LOG.error("A retry file was cut off", RedactedException.of(e));
                throw new IOException("the database cannot be read", RedactedException.of(e));
            }
        });
        return Response.ok(output, table.isPresent() ? CSV : NDJSON)
                .header("X-Accel-Buffering", "no")
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"retry-" + job.id() + (table.isPresent() ? ".csv\"" : ".ndjson\""))
                .build();
    }
}
