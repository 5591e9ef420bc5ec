package org.millrace.bulk.password.hash.digest;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.password.hash.Argon2Hash;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Argon2 of a weak digest: guessing the password from the stored hash is as slow as for Argon2. */
record WrappedHash(DigestHash inner, Argon2Hash outer) implements PasswordHash {
    @Override
    public byte[] compute(String password, HashKeys keys) {
        return outer.derive(inner.compute(password, keys));
    }

    @Override
    public byte[] expected() {
        return outer.expected();
    }

    @Override
    public HashRecord stored() {
        Map<String, String> parameters = new HashMap<>(inner.recipe().parameters(inner.salt() != null));
        parameters.put(Wrapped.MEMORY, Integer.toString(outer.memory()));
        parameters.put(Wrapped.PASSES, Integer.toString(outer.iterations()));
        parameters.put(Wrapped.PARALLELISM, Integer.toString(outer.parallelism()));
        String salt = Base64.getEncoder().encodeToString(outer.salt());
        return new HashRecord(
                Wrapped.ID,
                Base64.getEncoder().encodeToString(outer.expected()),
                inner.salt() == null ? salt : salt + Wrapped.SALT_SEPARATOR + inner.salt(),
                parameters);
    }

    @Override
    public int iterations() {
        return outer.iterations();
    }

    @Override
    public void checkCost(HashLimits limits) {
        inner.checkCost(limits);
        outer.checkCost(limits);
    }

    @Override
    public Optional<String> keyName() {
        return inner.keyName();
    }

    @Override
    public boolean needsBouncyCastle() {
        return true;
    }

    @Override
    public String toString() {
        return "WrappedHash[inner=" + inner + "]";
    }
}
