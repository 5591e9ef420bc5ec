package org.millrace.bulk.password.hash.digest;

import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** A digest of password, salt and pepper. */
record DigestHash(DigestRecipe recipe, @Nullable String salt, byte[] expected) implements PasswordHash {
    private static final int MAX_SALT_LENGTH = 1024;
    private static final Set<HashFunction> WEAK = Set.of(HashFunction.MD4, HashFunction.MD5, HashFunction.SHA1);

    /** Whether the function is so fast and old that its digests should not be stored as they are. */
    boolean isWeak() {
        return WEAK.contains(recipe.function());
    }

    @Override
    public byte[] compute(String password, HashKeys keys) {
        return recipe.compute(password, salt, keys);
    }

    @Override
    public HashRecord stored() {
        return new HashRecord(Digest.ID, HexFormat.of().formatHex(expected), salt, recipe.parameters(salt != null));
    }

    @Override
    public int iterations() {
        return recipe.iterations();
    }

    @Override
    public void checkCost(HashLimits limits) {
        if (salt != null && salt.length() > MAX_SALT_LENGTH) {
            throw InvalidHashException.malformed("The salt has more than " + MAX_SALT_LENGTH + " characters");
        }
        limits.check(
                HashLimits.Limit.ITERATIONS,
                recipe.iterations() * recipe.blocksPerIteration(salt),
                "The number of iterations times blocks of the digest");
    }

    @Override
    public Optional<String> keyName() {
        return recipe.keyName();
    }

    @Override
    public boolean needsBouncyCastle() {
        return recipe.function() == HashFunction.MD4;
    }

    @Override
    public String toString() {
        return "DigestHash[function=" + recipe.function().id() + "]";
    }
}
