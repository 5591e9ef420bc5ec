package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
    private static final Runnable NOTHING = () -> {};

    @Test
    void threadHasTheClassLoaderOfTheExtensionWhoeverAsksForIt() {
        Thread current = Thread.currentThread();
        ClassLoader own = current.getContextClassLoader();
        try {
            current.setContextClassLoader(ClassLoader.getPlatformClassLoader());

            Thread thread = DaemonThreads.named("one").newThread(NOTHING);

            assertThat(thread.getContextClassLoader()).isSameAs(DaemonThreads.class.getClassLoader());
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getName()).isEqualTo("one");
        } finally {
            current.setContextClassLoader(own);
        }
    }

    @Test
    void numbersAreThoseOfTheFactory() {
        ThreadFactory threads = DaemonThreads.numbered("some-");

        assertThat(threads.newThread(NOTHING).getName()).isEqualTo("some-1");
        assertThat(threads.newThread(NOTHING).getName()).isEqualTo("some-2");
        assertThat(DaemonThreads.numbered("some-").newThread(NOTHING).getName()).isEqualTo("some-1");
    }

    @Test
    void threadsOfAGroupHaveItsName() {
        ThreadGroup group = new ThreadGroup("together");

        Thread thread = DaemonThreads.of(group).newThread(NOTHING);

        assertThat(thread.getThreadGroup()).isSameAs(group);
        assertThat(thread.getName()).isEqualTo("together-1");
    }
}
