package org.millrace.bulk.record.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CharactersTest {
    @Test
    void everyCharacterIsStorableButNulAndHalvesOfPairs() {
        assertThat(Characters.areStorable("")).isTrue();
        assertThat(Characters.areStorable("Grüße \uD83D\uDE00\t\n\u0001\uFFFF")).isTrue();
        assertThat(Characters.areStorable("a\0b")).isFalse();
        assertThat(Characters.areStorable("a\uD83D")).isFalse();
        assertThat(Characters.areStorable("\uD83Da")).isFalse();
        assertThat(Characters.areStorable("\uDE00")).isFalse();
        assertThat(Characters.areStorable("\uDE00\uD83D")).isFalse();
    }
}
