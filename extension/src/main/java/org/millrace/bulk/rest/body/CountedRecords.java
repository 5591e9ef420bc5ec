package org.millrace.bulk.rest.body;

import java.io.IOException;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.ForwardingReader;
import org.millrace.bulk.format.RecordReader;
import org.millrace.server.problem.Problem;

/** Reads records up to a number; a body with more breaks off there. For one thread. */
public final class CountedRecords extends ForwardingReader {
    private final long most;
    private final String setting;
    private long count;

    /**
     * Accepts this many records of a reader.
     *
     * @param setting name of the setting that limits them
     */
    public CountedRecords(RecordReader reader, long most, String setting) {
        super(reader);
        this.most = most;
        this.setting = setting;
    }

    /** @throws RejectedBodyException with a problem of status 413 behind the last record that is accepted */
    @Override
    public Optional<Entry> next() throws IOException {
        Optional<Entry> entry = super.next();
        if (entry.isPresent()) {
            count++;
            if (count > most) {
                throw new RejectedBodyException(new Problem(
                        413,
                        "too-many-records",
                        "Too many records",
                        "At most " + most + " records are accepted here (setting " + setting + ")"));
            }
        }
        return entry;
    }
}
