package org.millrace.bulk.password.hash;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Bounds the memory that verifications of Argon2 and scrypt take at the same time to a quarter of the heap. A verification waits
 * until enough is free; one that needs more than that runs alone.
 */
final class HashMemory {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int SHARE_OF_HEAP = 4;
    private static final int TOTAL_MIB =
            (int) Math.max(1, Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / MEBIBYTE / SHARE_OF_HEAP));
    private static final Semaphore FREE_MIB = new Semaphore(TOTAL_MIB, true);

    private HashMemory() {}

    static byte[] with(long bytes, Supplier<byte[]> derivation) {
        int mebibytes = (int) Math.min(TOTAL_MIB, (bytes + MEBIBYTE - 1) / MEBIBYTE);
        FREE_MIB.acquireUninterruptibly(mebibytes);
        try {
            return derivation.get();
        } finally {
            FREE_MIB.release(mebibytes);
        }
    }
}
