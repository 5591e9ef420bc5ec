package org.millrace.testsuite.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class DemoOptionsTest {
    @Test
    void withoutPropertiesItIsAHundredThousandUsersAndWaits() {
        DemoOptions options = DemoOptions.of(new Properties());

        assertThat(options.users()).isEqualTo(100_000);
        assertThat(options.stop()).isFalse();
    }

    @Test
    void theBarePropertyStops() {
        assertThat(DemoOptions.of(with("demo.stop", "")).stop()).isTrue();
        assertThat(DemoOptions.of(with("demo.stop", "true")).stop()).isTrue();
        assertThat(DemoOptions.of(with("demo.stop", "false")).stop()).isFalse();
    }

    @Test
    void aPortThatIsTakenIsRefusedWithItsNumber() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DemoOptions.of(with("demo.port", port)))
                    .withMessageContaining("demo.port is " + port);
        }
    }

    @Test
    void noUsersIsNoDemo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DemoOptions.of(with("demo.users", "0")))
                .withMessageContaining("demo.users is 0");
    }

    private static Properties with(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return properties;
    }
}
