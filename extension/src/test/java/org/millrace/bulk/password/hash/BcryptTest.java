package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class BcryptTest extends HashFormatContract {
    BcryptTest() {
        super("bcrypt");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$2b$04$short"),
                HashRecord.of("$2x$04$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"),
                HashRecord.of("$2$04$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"),
                HashRecord.of("$2b$03$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"),
                HashRecord.of("$2b$32$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"),
                HashRecord.of("$bcrypt-sha256$v=3,t=2b,r=12$n79VH.0Q2TMWmt3Oqt9uku$Kq4Noyk3094Y2QlB8NdRT8SvGiI4ft2"),
                HashRecord.of("$wp$2y$10$"),
                named(
                        "$wp$2y$04$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6",
                        null,
                        Map.of("pepper", "devise")),
                named("$2b$04$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6", null, Map.of("prehash", "rot13")),
                named(
                        "$2b$04$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6",
                        null,
                        Map.of("pepper", "../../etc")),
                named("$2b$04$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6", null, Map.of("cost", "4")));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(HashRecord.of("$2b$17$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"));
    }
}
