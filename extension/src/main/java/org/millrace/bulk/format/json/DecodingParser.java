package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Decodes each text that it passes, which Jackson does only if the text is asked for: a text that is not UTF-8 is found by any reader. */
final class DecodingParser extends JsonParserDelegate {
    DecodingParser(JsonParser json) {
        super(json);
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        finishToken();
        return token;
    }

    @Override
    public JsonParser skipChildren() throws IOException {
        int depth = isStart(currentToken()) ? 1 : 0;
        while (depth > 0) {
            JsonToken token = nextToken();
            if (token == null) {
                return this;
            }
            depth += isStart(token) ? 1 : token.isStructEnd() ? -1 : 0;
        }
        return this;
    }

    private static boolean isStart(@Nullable JsonToken token) {
        return token != null && token.isStructStart();
    }
}
