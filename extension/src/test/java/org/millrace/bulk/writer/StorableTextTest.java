package org.millrace.bulk.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StorableTextTest {
    @Test
    void everyCharacterIsStorableButNulAndHalvesOfPairs() {
        assertThat(StorableText.isStorable("")).isTrue();
        assertThat(StorableText.isStorable("Grüße \uD83D\uDE00\t\n\u0001\uFFFF"))
                .isTrue();
        assertThat(StorableText.isStorable("a\0b")).isFalse();
        assertThat(StorableText.isStorable("a\uD83D")).isFalse();
        assertThat(StorableText.isStorable("\uD83Da")).isFalse();
        assertThat(StorableText.isStorable("\uDE00")).isFalse();
        assertThat(StorableText.isStorable("\uDE00\uD83D")).isFalse();
    }
}
