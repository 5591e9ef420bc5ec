package org.millrace.bulk.entity.user.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Users as JSON, for the images that an undo restores. The text holds password hashes. */
public final class UserStateJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private UserStateJson() {}

    static String write(UserState user) {
        try {
            return JSON.writeValueAsString(user);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a user cannot be written as JSON", e);
        }
    }

    /** @throws IllegalStateException if the text is not that of a user */
    public static UserState read(String json) {
        try {
            return JSON.readValue(json, UserState.class);
        } catch (JsonProcessingException e) {
            // Without the cause, whose message quotes the text.
            throw new IllegalStateException("the image of a user cannot be read");
        }
    }
}
