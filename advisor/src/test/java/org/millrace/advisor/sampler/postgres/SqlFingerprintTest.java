package org.millrace.advisor.sampler.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFingerprintTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select id from t where name = 'alice'        | select id from t where name = ?",
                "select id from t where name = 'o''brien'     | select id from t where name = ?",
                "select id from t where name = E'o\\'brien'   | select id from t where name = ?",
                "select id from t where n = $1 and m > -4.2e1 | select id from t where n = $1 and m > ?",
                "select id from t1 where x in ($1,$2,$3)      | select id from t1 where x in (...)",
                "select id from t1 where x in (1, 2, 3)       | select id from t1 where x in (...)",
                "select a.first,a.second,a.third,a.d from t a | select ... from t a"
            })
    void literalsAndListsAreLeftOut(String sql, String fingerprint) {
        assertThat(SqlFingerprint.of(sql)).isEqualTo(fingerprint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'm4rk3r'",
                "select 'cut off m4rk3r",
                "select $$m4rk3r$$",
                "select $tag$ m4rk3r $tag$",
                "select 1 -- m4rk3r",
                "select 1 /* m4rk3r",
                "update credential set secret_data = 'x\\' || 'm4rk3r' where id = 1",
                "select U&'m4rk3r', X'm4rk3r'"
            })
    void noValueIsLeft(String sql) {
        assertThat(SqlFingerprint.of(sql)).doesNotContain("m4rk3r");
    }

    @Test
    void tableIsTheFirstOne() {
        assertThat(SqlFingerprint.table("select ... from kc.USER_ENTITY u join t on true"))
                .hasValue("user_entity");
        assertThat(SqlFingerprint.table("update \"event_entity\" set a = ?")).hasValue("event_entity");
        assertThat(SqlFingerprint.table("INSERT INTO user_entity(id) VALUES ($1)"))
                .hasValue("user_entity");
        assertThat(SqlFingerprint.table("COPY user_attribute (id, name) FROM STDIN"))
                .hasValue("user_attribute");
        assertThat(SqlFingerprint.table(
                        "SELECT f.* FROM unnest($1) AS k(key) CROSS JOIN LATERAL (SELECT id FROM user_entity t"))
                .hasValue("user_entity");
        assertThat(SqlFingerprint.table("commit")).isEmpty();
    }
}
