package org.millrace.bulk.undo;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.millrace.bulk.record.BeforeImage;

/** The images of one transaction as compressed JSON. */
public final class ImageBlock {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ImageBlock() {}

    /** Compresses images. */
    public static byte[] pack(List<BeforeImage> images) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out = new DeflaterOutputStream(compressed, deflater, 8192)) {
            JSON.writeValue(out, images);
        } catch (IOException e) {
            throw new UncheckedIOException("the images of a chunk cannot be compressed", e);
        } finally {
            deflater.end();
        }
        return compressed.toByteArray();
    }

    /** The images of a block, in the order of the changes. */
    public static List<BeforeImage> unpack(byte[] compressed) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(compressed))) {
            return JSON.readValue(in, new TypeReference<List<BeforeImage>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("the images of a chunk cannot be read", e);
        }
    }
}
