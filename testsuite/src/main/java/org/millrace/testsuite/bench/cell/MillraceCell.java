package org.millrace.testsuite.bench.cell;

import java.io.IOException;
import java.util.List;
import org.millrace.testsuite.bench.realm.ImportCall;
import org.millrace.testsuite.client.AdminClient;

/** Millrace: one streamed call with full validation and an outcome for each user. */
public final class MillraceCell implements Cell {
    private final AdminClient admin;
    private final String what;
    private final int rolesAUser;
    private final List<byte[]> lines;

    private MillraceCell(AdminClient admin, String what, int rolesAUser, List<byte[]> lines) {
        this.admin = admin;
        this.what = what;
        this.rolesAUser = rolesAUser;
        this.lines = lines;
    }

    /** @param lines a whole user each */
    public static MillraceCell of(AdminClient admin, List<byte[]> lines) {
        return new MillraceCell(admin, "", 2, lines);
    }

    /** @param lines a user's name each */
    public static MillraceCell ofBare(AdminClient admin, List<byte[]> lines) {
        return new MillraceCell(admin, ", bare users", 1, lines);
    }

    @Override
    public String name() {
        return "Millrace, one call, all outcomes" + what;
    }

    @Override
    public int rolesAUser() {
        return rolesAUser;
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
