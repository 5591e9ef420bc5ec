package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class ScryptTest extends HashFormatContract {
    ScryptTest() {
        super("scrypt");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$scrypt$"),
                HashRecord.of("$scrypt$ln=40,r=8,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$7$"),
                HashRecord.of("$7$.6..../....salt$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "x", Map.of("n", "15", "r", "8", "p", "1")),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "x", Map.of("n", "16")));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(
                HashRecord.of("$scrypt$ln=20,r=8,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$scrypt$ln=16,r=8,p=1000$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"));
    }
}
