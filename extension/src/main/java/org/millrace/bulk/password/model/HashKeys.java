package org.millrace.bulk.password.model;

import java.util.Optional;

/** Keys and peppers of the server's configuration. They are never stored with a credential and never logged. */
@FunctionalInterface
public interface HashKeys {
    /** No keys at all. */
    HashKeys NONE = name -> Optional.empty();

    /** The key with this name as it is configured. */
    Optional<String> find(String name);

    /** @throws MissingKeyException if there is no such key */
    default String key(String name) {
        return find(name).orElseThrow(() -> new MissingKeyException(name));
    }
}
