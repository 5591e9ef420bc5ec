package org.millrace.testsuite.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JavaHeapTest {
    @Test
    void oneHeapIsReadAsItIs() {
        String info = """
                 garbage-first heap   total 524288K, used 102400K [0x00000000e0000000, 0x0000000100000000)
                  region size 1024K, 12 young (12288K), 0 survivors (0K)
                 Metaspace       used 90000K, committed 91000K, reserved 1179648K
                  class space    used 11000K, committed 11500K, reserved 1048576K
                """;

        assertThat(JavaHeap.usedMebibytes(info)).isEqualTo(100);
    }

    @Test
    void generationsAreAddedUp() {
        String info = """
                 def new generation   total 157248K, used 1024K [0x00000000e0000000, 0x00000000eaaa0000)
                  eden space 139776K,   0% used [0x00000000e0000000, 0x00000000e0000000, 0x00000000e8880000)
                 tenured generation   total 349568K, used 50176K [0x00000000eaaa0000, 0x0000000100000000)
                   the space 349568K,  14% used [0x00000000eaaa0000, 0x00000000edba0000, 0x0000000100000000)
                 Metaspace       used 90000K, committed 91000K, reserved 1179648K
                """;

        assertThat(JavaHeap.usedMebibytes(info)).isEqualTo(50);
    }

    @Test
    void aHeapThatIsDescribedOtherwiseIsAnError() {
        assertThatThrownBy(() -> JavaHeap.usedMebibytes("ZHeap used 40M, capacity 512M"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ZHeap");
    }
}
