package org.millrace.server.advisor.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.server.advisor.report.CompressedText;
import org.millrace.server.advisor.report.ReportFormats;

/** Stored reports: rendered in every format, so that later versions return the original text. */
final class StoredReport {

    private static final Logger LOG = Logger.getLogger(StoredReport.class);

    private static final ObjectMapper JSON = new ObjectMapper();

    private StoredReport() {}

    /**
     * In as many formats as fit, the most important first; null if none fits.
     *
     * @param most bytes
     */
    static byte @Nullable [] pack(Report report, int most) {
        List<ReportFormat> formats = ReportFormats.all();
        for (int count = formats.size(); count > 0; count--) {
            ObjectNode texts = JSON.createObjectNode();
            formats.subList(0, count).forEach(format -> texts.put(format.name(), format.write(report)));
            byte[] compressed = CompressedText.pack(texts.toString());
            if (compressed.length <= most) {
                return compressed;
            }
        }
        return null;
    }

    /** Empty if the report was too large for this format. */
    static Optional<String> unpack(byte @Nullable [] compressed, ReportFormat format) {
        Optional<String> texts = compressed == null ? Optional.empty() : CompressedText.unpack(compressed);
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        try {
            JsonNode text = JSON.readTree(texts.get()).path(format.name());
            return text.isTextual() ? Optional.of(text.asText()) : Optional.empty();
        } catch (JsonProcessingException e) {
            LOG.debug("A stored report is not JSON", e);
            return Optional.empty();
        }
    }
}
