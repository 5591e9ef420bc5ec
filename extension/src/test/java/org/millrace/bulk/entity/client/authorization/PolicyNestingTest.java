package org.millrace.bulk.entity.client.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;

class PolicyNestingTest {
    private final List<PolicyRepresentation> policies = new ArrayList<>();
    private final Map<String, List<String>> references = new HashMap<>();

    private void add(String name, String... applied) {
        PolicyRepresentation policy = new PolicyRepresentation();
        policy.setId("id-" + name);
        policy.setName(name);
        policy.setType("aggregate");
        policies.add(policy);
        references.put(name, List.of(applied));
    }

    private List<String> faulty() {
        ResourceServerRepresentation settings = new ResourceServerRepresentation();
        settings.setPolicies(policies);
        PolicyNesting nesting = new PolicyNesting(
                settings, policy -> Optional.ofNullable(references.get(policy.getName())), null, null);
        return policies.stream()
                .filter(policy -> nesting.fault(policy).isPresent())
                .map(PolicyRepresentation::getName)
                .toList();
    }

    @Test
    void policyThatAppliesItselfIsFaulty() {
        add("self", "self");
        add("other", "unknown");

        assertThat(faulty()).containsExactly("self");
    }

    @Test
    void allPoliciesOfACycleAreFaultyAndThoseThatApplyThem() {
        add("above", "a");
        add("a", "b");
        add("b", "id-c");
        add("c", "a");
        add("beside", "end");
        add("end", "unknown");

        assertThat(faulty()).containsExactly("above", "a", "b", "c");
    }

    @Test
    void policyThatIsAppliedTwiceIsNot() {
        add("l0", "l1", "r1");
        for (int i = 1; i < 60; i++) {
            add("l" + i, "l" + (i + 1), "r" + (i + 1));
            add("r" + i, "r" + (i + 1), "l" + (i + 1));
        }

        assertThat(faulty()).isEmpty();
    }

    @Test
    void chainsAreLimited() {
        for (int i = 0; i < 20_000; i++) {
            add("p" + i, "p" + (i + 1));
        }

        assertThat(faulty()).contains("p0", "p10000").doesNotContain("p19999", "p19950");
    }

    @Test
    void chainOfTheMaximumLengthIsNot() {
        for (int i = 1; i < PolicyNesting.MAX_DEPTH; i++) {
            add("p" + i, "p" + (i + 1));
        }
        add("p" + PolicyNesting.MAX_DEPTH);

        assertThat(faulty()).isEmpty();
    }
}
