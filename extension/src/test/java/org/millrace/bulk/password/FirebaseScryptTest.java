package org.millrace.bulk.password;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.record.HashRecord;

class FirebaseScryptTest extends HashFormatContract {
    FirebaseScryptTest() {
        super("firebase-scrypt");
    }

    @Override
    List<HashRecord> malformed() {
        return List.of(
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "-!-", Map.of()),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", null, Map.of("key", "firebase")),
                named("short", "c29t", Map.of("key", "firebase")),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "c29t", Map.of("key", "firebase", "signerKey", "x")));
    }

    @Override
    List<HashRecord> tooExpensive() {
        return List.of(named("Vt0tIzXyGuTzq3x9SWz7Jw", "c29t", Map.of("key", "firebase", "memoryCost", "20")));
    }
}
