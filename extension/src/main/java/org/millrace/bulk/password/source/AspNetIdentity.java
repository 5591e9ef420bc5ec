package org.millrace.bulk.password.source;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** {@code PasswordHash} of ASP.NET Identity: version 2 (with the membership provider before it) and version 3. */
public final class AspNetIdentity implements HashFormat {
    private static final List<HashFunction> FUNCTIONS =
            List.of(HashFunction.SHA1, HashFunction.SHA256, HashFunction.SHA512);
    private static final int VERSION_2_BYTES = 49;
    private static final int VERSION_2_SALT_BYTES = 16;
    private static final int VERSION_2_ITERATIONS = 1000;
    private static final int VERSION_3_HEADER_BYTES = 13;
    private static final int MIN_SALT_BYTES = 16;

    @Override
    public String id() {
        return "aspnet-identity";
    }

    @Override
    public String description() {
        return "ASP.NET Identity version 3 (AQAAAA...), and version 2 with the format named";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("AQAAAA");
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        byte[] bytes = BinaryText.BASE64.bytes(hash.value(), "The hash");
        if (bytes.length == VERSION_2_BYTES && bytes[0] == 0) {
            int digestAt = 1 + VERSION_2_SALT_BYTES;
            return Pbkdf2.of(
                    HashFunction.SHA1,
                    VERSION_2_ITERATIONS,
                    Arrays.copyOfRange(bytes, 1, digestAt),
                    Arrays.copyOfRange(bytes, digestAt, bytes.length));
        }
        if (bytes.length > VERSION_3_HEADER_BYTES && bytes[0] == 1) {
            return version3(bytes);
        }
        throw InvalidHashException.malformed(
                "A hash of ASP.NET Identity begins with a byte 0 (version 2) or 1 (version 3)");
    }

    private static PasswordHash version3(byte[] bytes) {
        ByteBuffer header = ByteBuffer.wrap(bytes, 1, VERSION_3_HEADER_BYTES - 1);
        int function = header.getInt();
        int iterations = header.getInt();
        int saltBytes = header.getInt();
        if (function < 0 || function >= FUNCTIONS.size()) {
            throw InvalidHashException.unsupported(
                    "The pseudo-random function is not HMAC with SHA-1, SHA-256 or SHA-512");
        }
        if (saltBytes < MIN_SALT_BYTES || saltBytes >= bytes.length - VERSION_3_HEADER_BYTES) {
            throw InvalidHashException.malformed("The length of the salt does not fit the hash");
        }
        int digestAt = VERSION_3_HEADER_BYTES + saltBytes;
        return Pbkdf2.of(
                FUNCTIONS.get(function),
                Pbkdf2.iterations(Integer.toString(iterations)),
                Arrays.copyOfRange(bytes, VERSION_3_HEADER_BYTES, digestAt),
                Arrays.copyOfRange(bytes, digestAt, bytes.length));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("AQAAAAIAACcQAAAAEHFQDyDQ9WpkUF97utRA1HVAhHSgslmHRbw5n4CZMYELZZ0GeuxNMWNBnaIECyktWw=="),
                new HashRecord(
                        "aspnet-identity",
                        "AHFQDyDQ9WpkUF97utRA1HUGf23FZ5E69I9tgcVltp8buovJBStoIeMNNuibHl8jyg==",
                        null,
                        Map.of()));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS);
    }
}
