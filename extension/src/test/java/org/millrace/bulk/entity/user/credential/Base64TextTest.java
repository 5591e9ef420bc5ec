package org.millrace.bulk.entity.user.credential;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Base64TextTest {
    @ParameterizedTest
    @ValueSource(strings = {"AQIDBA==", "AQIDBA", "AQID\r\nBA==", "+/+/"})
    void whatMimeReadsAsItIsMeantIsReadable(String text) {
        assertThat(Base64Text.isReadable(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-_-_", "AQ ID", "A", "AQIDBA==x", "not base64!", "ÄÖÜ"})
    void whatMimeWouldReadAsSomethingElseIsNot(String text) {
        assertThat(Base64Text.isReadable(text)).isFalse();
    }

    @Test
    void lengthIsThatOfTheBytes() {
        assertThat(Base64Text.length("AQIDBA==")).isEqualTo(4);
        assertThat(Base64Text.length("?")).isEqualTo(-1);
    }
}
