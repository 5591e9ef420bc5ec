package org.millrace.bulk.password.hash;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class Argon2Test extends HashFormatContract {
    Argon2Test() {
        super("argon2");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$argon2id$"),
                HashRecord.of("$argon2id$v=19$m=7,t=1,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$argon2id$v=20$m=64,t=1,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$argon2id$v=19$m=64,t=1,p=1,keyid=x$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$argon2id$v=19$m=64,t=1,p=1$c2Fs$Vt0tIzXyGuTzq3x9SWz7Jw"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(
                HashRecord.of("$argon2id$v=19$m=300000,t=1,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$argon2id$v=19$m=65536,t=100,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"));
    }
}
