package org.millrace.testsuite.bench.cell;

import java.io.IOException;
import java.util.List;
import org.millrace.testsuite.bench.realm.ImportCall;
import org.millrace.testsuite.client.AdminClient;

/** Millrace once more over users whom it has imported before: a pass of a migration that has already been run. */
public final class MergeCell implements Cell {
    private final AdminClient admin;
    private final List<byte[]> lines;
    private final List<byte[]> again;
    private final String status;

    private MergeCell(AdminClient admin, List<byte[]> lines, List<byte[]> again, String status) {
        this.admin = admin;
        this.lines = lines;
        this.again = again;
        this.status = status;
    }

    /** The same records again. */
    public static MergeCell unchanged(AdminClient admin, List<byte[]> lines) {
        return new MergeCell(admin, lines, lines, "unchanged");
    }

    /** @param again the same users, each with another value of one attribute */
    public static MergeCell changed(AdminClient admin, List<byte[]> lines, List<byte[]> again) {
        return new MergeCell(admin, lines, again, "updated");
    }

    @Override
    public String name() {
        return "Millrace, `onConflict=merge`, all " + status;
    }

    @Override
    public int users() {
        return lines.size();
    }

    @Override
    public String leaves() {
        return Cell.super.leaves() + (again == lines ? "" : ", one attribute changed");
    }

    @Override
    public void prepare() throws IOException {
        ImportCall.users(admin, "?outcomes=none", users(), "created", body -> {
            for (byte[] line : lines) {
                body.write(line);
            }
        });
    }

    @Override
    public void load() throws IOException {
        ImportCall.users(admin, "?outcomes=all&onConflict=merge", users(), status, body -> {
            for (byte[] line : again) {
                body.write(line);
            }
        });
    }
}
