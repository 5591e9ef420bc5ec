package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class Pbkdf2Test extends HashFormatContract {
    Pbkdf2Test() {
        super("pbkdf2");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$pbkdf2-sha256$"),
                HashRecord.of("$pbkdf2-sha3$1000$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$pbkdf2-sha256$0$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$pbkdf2-sha256$99999999999$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$pbkdf2-sha256$1000$c29tZXNhbHQ$Vt0t"),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", null, Map.of("digest", "sha256", "iterations", "1")),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "x", Map.of("digest", "md4", "iterations", "1")),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "x", Map.of("digest", "sha256")));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(HashRecord.of("$pbkdf2-sha256$5000001$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"));
    }
}
