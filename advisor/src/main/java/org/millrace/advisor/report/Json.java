package org.millrace.advisor.report;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonpCharacterEscapes;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes documents as JSON (RFC 8259). Thread-safe.
 *
 * <p>A document is a record, a map, a list or a value. Times and durations are written as in ISO 8601, constants in lower case with
 * hyphens, and numbers with at most three decimals, or three significant digits where these
 * would be zero. A number that is not finite is {@code null}.
 */
public final class Json {

    /** More decimals are noise in a report. */
    private static final double DECIMALS = 1000;

    /** From here on, a double has no decimals worth rounding. */
    private static final double LARGE = 1e15;

    private static final ObjectMapper MAPPER = JsonMapper.builder(new JsonFactoryBuilder()
                    .characterEscapes(JsonpCharacterEscapes.instance())
                    .build())
            .addModule(new SimpleModule()
                    .addSerializer(new NumberSerializer<>(Double.class, Double::doubleValue))
                    .addSerializer(double.class, new NumberSerializer<>(Double.class, Double::doubleValue))
                    .addSerializer(new NumberSerializer<>(OptionalDouble.class, value -> value.orElse(Double.NaN)))
                    .addSerializer(new ConstantSerializer())
                    .addSerializer(new ToStringSerializer(Instant.class))
                    .addSerializer(new ToStringSerializer(Duration.class)))
            .build();

    private Json() {}

    /**
     * Writes a document.
     *
     * @throws IllegalArgumentException if it contains a value that has no form in JSON
     */
    public static String write(@Nullable Object document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The document cannot be written as JSON", e);
        }
    }

    private static final class NumberSerializer<T> extends StdSerializer<T> {
        private final transient Function<T, Double> number;

        NumberSerializer(Class<T> type, Function<T, Double> number) {
            super(type);
            this.number = number;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            write(number.apply(value), out);
        }

        private static void write(double value, JsonGenerator out) throws IOException {
            if (!Double.isFinite(value)) {
                out.writeNull();
            } else if (Math.abs(value) >= LARGE) {
                out.writeNumber(value);
            } else if (value == Math.rint(value)) {
                out.writeNumber((long) value);
            } else {
                writeFraction(value, Math.round(value * DECIMALS) / DECIMALS, out);
            }
        }

        /** A small number keeps three digits instead of being rounded to zero, which it is not. */
        private static void writeFraction(double value, double rounded, JsonGenerator out) throws IOException {
            if (rounded == 0) {
                out.writeNumber(new BigDecimal(value).round(new MathContext(3)).toPlainString());
            } else {
                out.writeNumber(rounded);
            }
        }
    }

    private static final class ConstantSerializer extends StdSerializer<Enum<?>> {
        ConstantSerializer() {
            super(Enum.class, false);
        }

        @Override
        public void serialize(Enum<?> value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }
}
