package org.millrace.bulk.undo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ImageBlock() {}

    /** Compresses images. */
    public static byte[] pack(List<BeforeImage> images) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out = new DeflaterOutputStream(packed, deflater, 8192)) {
            JSON.writeValue(out, images);
        } catch (IOException e) {
            throw new UncheckedIOException("the images of a chunk cannot be compressed", e);
        } finally {
            deflater.end();
        }
        return packed.toByteArray();
    }

    /** The images of a block, in the order of the changes. */
    public static List<BeforeImage> unpack(byte[] packed) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return JSON.readValue(in, new TypeReference<List<BeforeImage>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("the images of a chunk cannot be read", e);
        }
    }

    /** One image as JSON. */
    public static String write(BeforeImage image) {
        try {
            return JSON.writeValueAsString(image);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an image cannot be written as JSON", e);
        }
    }

    /** An image from its JSON. */
    static BeforeImage read(String json) throws JsonProcessingException {
        return JSON.readValue(json, BeforeImage.class);
    }
}
