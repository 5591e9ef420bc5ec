package org.millrace.testsuite.bench;

import java.io.IOException;
import java.util.List;
import org.millrace.testsuite.client.AdminClient;

/** Millrace: one streamed call with full validation and an outcome for each user. */
final class MillraceCell implements Cell {
    private final AdminClient admin;
    private final List<byte[]> lines;

    /** @param lines a user each */
    MillraceCell(AdminClient admin, List<byte[]> lines) {
        this.admin = admin;
        this.lines = lines;
    }

    @Override
    public String name() {
        return "Millrace, one call, all outcomes";
    }

    @Override
    public int users() {
        return lines.size();
    }

    @Override
    public void load() throws IOException {
        long outcomes = ImportCall.create(admin, "?outcomes=all", users(), body -> {
            for (byte[] line : lines) {
                body.write(line);
            }
        });
        if (outcomes != users()) {
            throw new IllegalStateException(users() + " users, but " + outcomes + " outcomes");
        }
    }
}
