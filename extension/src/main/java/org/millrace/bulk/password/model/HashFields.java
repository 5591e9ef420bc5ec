package org.millrace.bulk.password.model;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.user.HashRecord;

/** Reads the parameters of a hash that names its format. Messages name parameters and never repeat a value. */
public final class HashFields {
    private final HashRecord hash;

    /**
     * Reads one hash.
     *
     * @param allowed the names that the format has
     * @throws InvalidHashException if there is a parameter with another name
     */
    public HashFields(HashRecord hash, Collection<String> allowed) {
        this.hash = hash;
        for (String name : hash.parameters().keySet()) {
            if (!allowed.contains(name)) {
                throw InvalidHashException.malformed("The hash has an unknown parameter; format " + hash.format()
                        + " has " + (allowed.isEmpty() ? "none" : String.join(", ", List.copyOf(allowed))));
            }
        }
    }

    /** The value of a parameter. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(hash.parameters().get(name));
    }

    /** @throws InvalidHashException if the parameter is missing */
    public String required(String name) {
        return text(name).orElseThrow(() -> InvalidHashException.malformed("Missing parameter " + name));
    }

    /** @throws InvalidHashException if the salt is missing */
    public String salt() {
        String salt = hash.salt();
        if (salt == null) {
            throw InvalidHashException.malformed("Missing salt");
        }
        return salt;
    }

    /** @throws InvalidHashException if the parameter is no whole number in the range */
    public int number(String name, int least, int greatest) {
        return number(required(name), "Parameter " + name, least, greatest);
    }

    /** As {@link #number(String, int, int)}, with a value for a missing parameter. */
    public int number(String name, int absent, int least, int greatest) {
        return text(name).isEmpty() ? absent : number(name, least, greatest);
    }

    /**
     * Reads a parameter that must equal one of the given names.
     *
     * @throws InvalidHashException if the parameter has another value
     */
    public <T> T choice(String name, @Nullable String absent, Map<String, T> choices) {
        String given = text(name).orElse(absent == null ? "" : absent);
        T chosen = choices.get(given);
        if (chosen == null) {
            throw InvalidHashException.malformed("Parameter " + name + " must be one of "
                    + String.join(", ", choices.keySet().stream().sorted().toList()));
        }
        return chosen;
    }

    /** An encoding. */
    public BinaryText encoding(String name, BinaryText absent) {
        return text(name).map(given -> BinaryText.named(given, name)).orElse(absent);
    }

    /** The name of a key in the server's configuration. */
    public Optional<String> keyName(String name) {
        Optional<String> key = text(name);
        if (key.isPresent() && !key.get().matches("[a-z0-9][a-z0-9-]{0,63}")) {
            throw InvalidHashException.malformed("Parameter " + name
                    + " must be the name of a key in the server configuration: a-z, 0-9 and -, at most 64 characters");
        }
        return key;
    }

    /**
     * A whole number in a hash.
     *
     * @throws InvalidHashException if it is none, or out of range
     */
    public static int number(String text, String what, int least, int greatest) {
        if (text.matches("0|[1-9][0-9]{0,9}")) {
            long number = Long.parseLong(text);
            if (number >= least && number <= greatest) {
                return (int) number;
            }
        }
        throw InvalidHashException.malformed(what + " must be a whole number from " + least + " to " + greatest);
    }
}
