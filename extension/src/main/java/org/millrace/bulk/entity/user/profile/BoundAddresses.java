package org.millrace.bulk.entity.user.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Whether members of organizations may keep email addresses of any domain. Keycloak's {@code OrganizationMemberValidator} is
 * called once for members with equal constraints and an address of the same domain, because its result depends on nothing else.
 * For one session and its thread.
 */
final class BoundAddresses {
    private final boolean differsByUser;
    private final Map<Bound, Boolean> known = new HashMap<>();

    /** @param differsByUser whether the validator's input may differ between users, as with fine-grained permissions */
    BoundAddresses(boolean differsByUser) {
        this.differsByUser = differsByUser;
    }

    private record Bound(MemberDomainConstraint bonds, List<String> domains) {
        private static Bound of(MemberDomainConstraint bonds, List<String> addresses) {
            return new Bound(
                    bonds,
                    addresses.stream()
                            .map(address -> address.substring(address.indexOf('@') + 1))
                            .toList());
        }
    }

    /** @param validator says what Keycloak's own says of this member */
    boolean mayBeKept(MemberDomainConstraint bonds, List<String> addresses, BooleanSupplier validator) {
        if (bonds.areLoose()) {
            return true;
        }
        return differsByUser
                ? validator.getAsBoolean()
                : known.computeIfAbsent(Bound.of(bonds, addresses), unused -> validator.getAsBoolean());
    }
}
