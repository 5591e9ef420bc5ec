package org.millrace.bulk.format;

/** Explains why the bytes of a record are not JSON, by the mistakes that occur in practice. Repeats nothing of the record. */
public final class NotJson {
    private NotJson() {}

    /** A sentence in addition to where the parser stopped; empty if there is nothing to add. */
    public static String hint(byte[] bytes, int offset, int length) {
        int first = offset;
        int last = offset + length - 1;
        while (last > first && ValueScan.isBlank(bytes[last])) {
            last--;
        }
        while (first < last && ValueScan.isBlank(bytes[first])) {
            first++;
        }
        if (length == 0 || first > last) {
            return "";
        }
        if (bytes[first] == '#' || bytes[first] == '/') {
            return "; JSON has no comments";
        }
        if (bytes[last] == ',') {
            return "; NDJSON has no comma at the end of a line";
        }
        int second = first + 1;
        while (second < last && ValueScan.isBlank(bytes[second])) {
            second++;
        }
        return bytes[first] == '{' && second <= last && bytes[second] == '\''
                ? "; JSON has texts in double quotes"
                : "";
    }

    /** Advice for a record that is not UTF-8. */
    public static final String NOT_UTF_8 =
            "The record is not UTF-8; for a file in Windows-1252 add charset=windows-1252 to the media"
                    + " type application/json or text/csv";
}
