package org.millrace.bulk.password;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.user.HashRecord;

/** Hashes of other implementations, written by {@code vectors.py}, and the keys that some of them need. */
public final class Vectors {
    static final String PEPPER = "s3cret-pepper";
    public static final String SIGNER_KEY =
            "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
    public static final HashKeys KEYS = name ->
            Optional.ofNullable(Map.of("devise", PEPPER, "firebase", SIGNER_KEY).get(name));

    private static final ObjectMapper JSON = new ObjectMapper();

    private Vectors() {}

    record Vector(String source, String format, HashRecord hash, String password) {
        @Override
        public String toString() {
            return format + " of " + source;
        }
    }

    static List<Vector> all() {
        try (InputStream file = Objects.requireNonNull(Vectors.class.getResourceAsStream("vectors.json"))) {
            List<Vector> vectors = new ArrayList<>();
            for (JsonNode each : JSON.readTree(file)) {
                vectors.add(new Vector(
                        each.path("source").asText(),
                        each.path("format").asText(),
                        hash(each.path("hash")),
                        each.path("password").asText()));
            }
            return vectors;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Vector> of(String format) {
        return all().stream().filter(vector -> vector.format().equals(format)).toList();
    }

    /** A hash as a record gives it. */
    static HashRecord hash(JsonNode hash) {
        byte[] user = JSON.createObjectNode()
                .put("username", "u")
                .set(
                        "credentials",
                        JSON.createArrayNode().add(JSON.createObjectNode().set("hash", hash)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        Entry entry =
                new UserJsonParser(new RecordLimits(1 << 20, 32, 100)).parse(user, 0, user.length, new Position(1));
        UserRecord record = (UserRecord) ((Entry.Readable) entry).item();
        return Objects.requireNonNull(record.credentials().get(0).hash());
    }
}
