package org.millrace.bulk.throttle;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Logins are slower than they were before chunks were written. Without logins before, there is nothing to compare with. */
final class LoginGuard implements PressureSignal {
    static final String NAME = "login latency";

    /** Latency increase that users do not notice, and that one pause of a garbage collection makes. */
    private static final Duration UNNOTICED = Duration.ofMillis(5);

    private static final Duration BEFORE = Duration.ofMinutes(5);
    private static final int FEWEST_BEFORE = 40;
    private static final Duration LATELY = Duration.ofSeconds(10);
    private static final int FEWEST_LATELY = 20;

    /** So short a pause between imports leaves no level without one. */
    private static final Duration SAME = Duration.ofSeconds(60);

    private final LoginTimes logins;
    private final LongSupplier nanoTime;
    private final double bearable;
    private OptionalLong before = OptionalLong.empty();
    private OptionalLong lastLook = OptionalLong.empty();

    /** @param bearable how many times slower logins may get, above 1 */
    LoginGuard(LoginTimes logins, LongSupplier nanoTime, double bearable) {
        this.logins = logins;
        this.nanoTime = nanoTime;
        this.bearable = bearable;
    }

    @Override
    public void begin() {
        long now = nanoTime.getAsLong();
        long quiet = lastLook.isPresent() ? now - lastLook.getAsLong() : BEFORE.toNanos();
        if (quiet >= SAME.toNanos() || before.isEmpty()) {
            Duration level = Duration.ofNanos(Math.min(quiet, BEFORE.toNanos()));
            before = logins.p95(now, level, FEWEST_BEFORE);
        }
    }

    @Override
    public Optional<String> look() {
        long now = nanoTime.getAsLong();
        lastLook = OptionalLong.of(now);
        OptionalLong lately = logins.p95(now, LATELY, FEWEST_LATELY);
        if (before.isEmpty() || lately.isEmpty()) {
            return Optional.empty();
        }
        double most = Math.max(bearable * before.getAsLong(), before.getAsLong() + UNNOTICED.toNanos());
        return lately.getAsLong() > most ? Optional.of(NAME) : Optional.empty();
    }
}
