package org.millrace.bulk.rest.setting;

/**
 * What one request, and one user, may take of a node.
 *
 * @param maxDecompressedBytes longest body after decompression
 * @param maxDecompressionRatio bytes of a body after decompression for each byte as sent, beyond the first MiB; 0 for any
 * @param maxRecords records of one request
 * @param maxImportsPerUser imports and uploads of one user at the same time on this node, so that others can import too
 * @param minBodyBytesPerSecond least average rate of a body while the import waits for the client; 0 for any
 */
public record RequestLimits(
        long maxDecompressedBytes,
        int maxDecompressionRatio,
        long maxRecords,
        int maxImportsPerUser,
        int minBodyBytesPerSecond) {}
