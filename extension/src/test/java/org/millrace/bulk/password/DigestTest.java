package org.millrace.bulk.password;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.record.HashRecord;

class DigestTest extends HashFormatContract {
    DigestTest() {
        super("digest");
    }

    @Override
    List<HashRecord> malformed() {
        return List.of(
                named("00"),
                named("00", null, Map.of("digest", "sha256")),
                named("zz", null, Map.of("digest", "md5")),
                named("00000000000000000000000000000000", "x", Map.of("digest", "md5", "template", "{salt}")),
                named(
                        "00000000000000000000000000000000",
                        null,
                        Map.of("digest", "md5", "template", "{salt}{password}")),
                named("00000000000000000000000000000000", "x", Map.of("digest", "md5", "template", "{password}")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "template", "{password")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "template", "{md5(password}")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md4", "hmac", "password")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "pepper", "devise")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "iterations", "-1")));
    }

    @Override
    List<HashRecord> tooExpensive() {
        return List.of(
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "iterations", "5000001")));
    }
}
