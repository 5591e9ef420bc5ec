package org.millrace.testsuite.importer.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/**
 * Records of a job, some of them at fault.
 *
 * @param entity what they are imported as
 * @param statuses what each line comes to
 * @param expected what the realm has to hold then
 */
record JobInput(String entity, List<String> lines, List<String> statuses, ExpectedContents expected) {
    private static final int USERS = 4000;

    static JobInput of(String entity) {
        return new JobInput(entity, new ArrayList<>(), new ArrayList<>(), new ExpectedContents());
    }

    /** Users with distinct names. */
    static JobInput users(SplittableRandom random, String name) {
        return users(random, name, USERS);
    }

    /** A number of users. */
    static JobInput users(SplittableRandom random, String name, int users) {
        JobInput input = of("users");
        input.add(UserLine.named(name + "-1").toString(), "created");
        for (int i = 2; i <= users; i++) {
            UserLine user = UserLine.named(name + "-" + i);
            switch (random.nextInt(20)) {
                case 0 -> input.add("no json " + i, "rejected");
                case 1 -> input.add(UserLine.named(name + "-1").toString(), "rejected");
                case 2 -> input.add(user.with("groups", List.of("/nowhere")).toString(), "rejected");
                default -> input.add(user.email(name + i + "@example.org").toString(), "created");
            }
        }
        return input;
    }

    /** Adds a line. */
    void add(String line, String status) {
        lines.add(line);
        statuses.add(status);
        if (!status.equals("rejected")) {
            expected.add(ClientRealm.tree(line), lines.size() - 1);
        }
    }

    List<String> part(int number) {
        int half = lines.size() / 2;
        return number == 1 ? lines.subList(0, half) : lines.subList(half, lines.size());
    }

    long count(String status) {
        return statuses.stream().filter(status::equals).count();
    }
}
