package org.millrace.bulk.rest.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BodyLimitTest {
    @Test
    void onlyTheCallsThatTakeRecordsAreFreedOfTheServersLimit() {
        Pattern ours = BodyLimit.pattern("/");

        assertThat(ours.matcher("/admin/realms/acme/bulk-import/users").matches())
                .isTrue();
        assertThat(ours.matcher("/admin/realms/acme/bulk-import/jobs/1/parts/2").matches())
                .isTrue();
        assertThat(ours.matcher("/admin/realms/acme/bulk-import/jobs").matches())
                .isFalse();
        assertThat(ours.matcher("/admin/realms/acme/bulk-import/jobs/1/start").matches())
                .isFalse();
        assertThat(ours.matcher("/admin/realms/acme/users").matches()).isFalse();
        assertThat(ours.matcher("/admin/realms/acme/bulk-import").matches()).isFalse();
        assertThat(ours.matcher("/admin/realms/acme/bulk-import/users/x").matches())
                .isFalse();
        assertThat(ours.matcher("/admin/realms/a/b/bulk-import/users").matches())
                .isFalse();
        assertThat(ours.matcher("/x/admin/realms/acme/bulk-import/users").matches())
                .isFalse();
    }

    @Test
    void relativePathOfTheServerIsPartOfOurs() {
        assertThat(BodyLimit.pattern("/auth")
                        .matcher("/auth/admin/realms/a/bulk-import/users")
                        .matches())
                .isTrue();
        assertThat(BodyLimit.pattern("/a.c/")
                        .matcher("/abc/admin/realms/a/bulk-import/users")
                        .matches())
                .isFalse();
    }
}
