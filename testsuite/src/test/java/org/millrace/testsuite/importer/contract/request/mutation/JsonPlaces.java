package org.millrace.testsuite.importer.contract.request.mutation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Where names and values stand in the text of a JSON object. */
record JsonPlaces(List<Place> names, List<Place> values) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * Bytes of the text, quotes and brackets included.
     *
     * @param end behind the last of them
     * @param kind of the value's first token, or of a name
     */
    record Place(int start, int end, JsonToken kind) {
        boolean isText() {
            return kind == JsonToken.VALUE_STRING;
        }
    }

    /** Of all fields and elements at any depth; the object itself is none of them. */
    static JsonPlaces in(byte[] json) {
        List<Place> names = new ArrayList<>();
        List<Place> values = new ArrayList<>();
        Deque<Place> open = new ArrayDeque<>();
        try (JsonParser parser = FACTORY.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                Place place = place(parser, token);
                if (token.isStructStart()) {
                    open.push(place);
                } else if (token.isStructEnd()) {
                    Place begun = open.pop();
                    values.add(new Place(begun.start(), place.end(), begun.kind()));
                } else if (token == JsonToken.FIELD_NAME) {
                    names.add(place);
                } else {
                    values.add(place);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a record is not JSON before it is spoiled", e);
        }
        values.remove(values.size() - 1);
        return new JsonPlaces(names, values);
    }

    private static Place place(JsonParser parser, JsonToken token) throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        if (token == JsonToken.FIELD_NAME) {
            // The parser is behind the colon already.
            return new Place(start, start + parser.currentName().length() + 2, token);
        }
        parser.finishToken();
        return new Place(start, (int) parser.currentLocation().getByteOffset(), token);
    }
}
