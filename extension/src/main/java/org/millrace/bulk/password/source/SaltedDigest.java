package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** A digest in hexadecimal with a salt, as one system computes it. */
public final class SaltedDigest implements HashFormat {
    private final String id;
    private final String description;
    private final HashFunction function;
    private final String template;
    private final String example;

    /**
     * The format of one system.
     *
     * @param template as the parameter of format {@code digest}
     * @param example the digest of {@code correct horse} with the salt {@code x}
     */
    public SaltedDigest(String id, String description, HashFunction function, String template, String example) {
        this.id = id;
        this.description = description;
        this.function = function;
        this.template = template;
        this.example = example;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    /** The salt may follow the digest, after a colon. */
    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, List.of());
        int colon = hash.salt() == null ? hash.value().indexOf(':') : -1;
        String digest = colon < 0 ? hash.value() : hash.value().substring(0, colon);
        String salt = colon < 0 ? fields.salt() : hash.value().substring(colon + 1);
        return Digest.of(function, BinaryText.HEX.bytes(digest, "The value"), salt, Map.of("template", template));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord(id, example, "x", Map.of()));
    }
}
