package org.millrace.bulk.password.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.password.model.HashKeys;
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

    /** Who chooses hash and password could otherwise guess the pepper byte by byte. */
    @Test
    void passwordThatLeavesRoomForAFewBytesOfThePepperMatchesNothing() {
        for (String pepper : List.of("short-pepper", "0123456789abcdef".repeat(8))) {
            HashKeys keys = name -> Optional.of(pepper);
            int needed = Math.min(pepper.length(), 32);
            for (int length : List.of(1, 72 - needed, 73 - needed, 71, 72, 100)) {
                String password = "x".repeat(length);
                BcryptHash hash = new BcryptHash(bcrypt(password + pepper), PreHash.NONE, "devise");

                boolean cut = length > 72 - needed && length < 72;
                assertThat(hash.matches(password, keys))
                        .as("a password of %d bytes", length)
                        .isEqualTo(!cut);
            }
        }
    }

    private static String bcrypt(String key) {
        byte[] salt = new byte[16];
        return OpenBSDBCrypt.generate(
                "2b", key.substring(0, Math.min(key.length(), 72)).toCharArray(), salt, 4);
    }
}
