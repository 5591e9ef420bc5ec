package org.millrace.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PressureFileTest {

    @TempDir
    Path directory;

    @Test
    void shareOfTheLastMinuteIsRead() throws IOException {
        Path file = Files.writeString(directory.resolve("cpu.pressure"), """
                some avg10=5.00 avg60=12.50 avg300=1.00 total=123
                full avg10=0.00 avg60=2.00 avg300=0.00 total=45
                """);

        assertThat(new PressureFile(file).some()).hasValue(0.125);
        assertThat(new PressureFile(file).full()).hasValue(0.02);
        assertThat(new PressureFile(directory.resolve("none")).some()).isEmpty();
    }
}
