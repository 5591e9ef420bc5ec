package org.millrace.bulk.record.user;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Membership of an organization.
 *
 * @param alias the organization's
 * @param membershipType {@code MANAGED} or {@code UNMANAGED}; null for the latter
 * @param groups paths of groups inside the organization, such as {@code /sales/north}
 */
public record MembershipRecord(
        @Nullable String alias, @Nullable String membershipType, List<String> groups) {}
