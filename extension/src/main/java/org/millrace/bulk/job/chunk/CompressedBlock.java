package org.millrace.bulk.job.chunk;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** A number of elements, and the elements, compressed together. */
final class CompressedBlock {
    private static final int BUFFER_BYTES = 8192;

    private CompressedBlock() {}

    /** Writes one element. */
    @FunctionalInterface
    interface Writer<T> {
        void write(T element, DataOutputStream out) throws IOException;
    }

    /** Reads one element as it was written. */
    @FunctionalInterface
    interface Reader<T> {
        /** @throws IOException if it is none */
        T read(DataInputStream in) throws IOException;
    }

    /** The elements in one compressed block. */
    static <T> byte[] pack(List<T> elements, Writer<T> writer) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(new DeflaterOutputStream(compressed, deflater, BUFFER_BYTES), BUFFER_BYTES))) {
            out.writeInt(elements.size());
            for (T element : elements) {
                writer.write(element, out);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail", e);
        } finally {
            deflater.end();
        }
        return compressed.toByteArray();
    }

    /**
     * The elements of a block.
     *
     * @throws IllegalStateException if the block was not packed by {@link #pack}
     */
    static <T> List<T> unpack(byte[] compressed, Reader<T> reader) {
        Inflater inflater = new Inflater();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(
                new InflaterInputStream(new ByteArrayInputStream(compressed), inflater, BUFFER_BYTES), BUFFER_BYTES))) {
            // Of a block in another format the number is any: no memory is reserved for it.
            List<T> elements = new ArrayList<>();
            int size = in.readInt();
            if (size < 0) {
                throw new IOException("the block has " + size + " elements");
            }
            for (int i = 0; i < size; i++) {
                elements.add(reader.read(in));
            }
            return elements;
        } catch (IOException e) {
            throw new IllegalStateException("a stored block cannot be read; delete its job", e);
        } finally {
            inflater.end();
        }
    }
}
