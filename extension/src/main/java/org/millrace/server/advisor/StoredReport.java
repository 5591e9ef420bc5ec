package org.millrace.server.advisor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ReportFormat;

/** A report as it is stored: written in every format, so that later versions show it as it was. */
final class StoredReport {

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
            byte[] packed = CompressedText.pack(texts.toString());
            if (packed.length <= most) {
                return packed;
            }
        }
        return null;
    }

    /** Empty if the report was too large for this format. */
    static Optional<String> unpack(byte @Nullable [] packed, ReportFormat format) {
        if (packed == null) {
            return Optional.empty();
        }
        try {
            JsonNode text = JSON.readTree(CompressedText.unpack(packed)).path(format.name());
            return text.isTextual() ? Optional.of(text.asText()) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty(); // As for a report that was not kept.
        }
    }
}
