package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class BetterAuthTest extends HashFormatContract {
    BetterAuthTest() {
        super("better-auth");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("c9db81c3945fa08bcf169de67ec232bd"),
                named("c9db81c3945fa08bcf169de67ec232bd:00"),
                named("zz".repeat(16) + ":" + "00".repeat(64)));
    }
}
