package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Whether members of organizations may keep an address, or take another, is what {@code PUT /users/{id}} says. */
public interface MemberAddressContract extends Importing {
    List<String> DOMAINS = List.of("", "acme.org", "acme.com", "elsewhere.org");

    /** Of these identity providers of Acme, one asks for a domain, one for any of Acme's, and one for none. */
    List<String> PROVIDERS = List.of("", "bound", "any", "open");

    /** Acme is enabled, and Closed is not. */
    List<Map<String, String>> MEMBERSHIPS = List.of(
            Map.of("acme", "MANAGED"),
            Map.of("acme", "MANAGED", "other", "UNMANAGED"),
            Map.of("acme", "UNMANAGED", "other", "UNMANAGED"),
            Map.of("closed", "MANAGED"),
            Map.of("closed", "UNMANAGED"));

    /** A user for each way in which a user can be a member. */
    private static List<UserLine> members() {
        List<UserLine> members = new ArrayList<>();
        for (Map<String, String> memberships : MEMBERSHIPS) {
            for (String provider : PROVIDERS) {
                for (String domain : DOMAINS) {
                    members.add(member("member" + members.size(), domain, provider, memberships));
                }
            }
        }
        return members;
    }

    private static UserLine member(String name, String domain, String provider, Map<String, String> memberships) {
        UserLine member = UserLine.named(name)
                .with(
                        "organizations",
                        memberships.entrySet().stream()
                                .map(entry -> Map.of("alias", entry.getKey(), "membershipType", entry.getValue()))
                                .toList());
        if (!provider.isEmpty()) {
            member = member.with(
                    "federatedIdentities",
                    List.of(Map.of("identityProvider", provider, "userId", name, "userName", name)));
        }
        return domain.isEmpty() ? member : member.email(name + "@" + domain);
    }

    /** Three organizations, and the members in them. */
    private OrganizedRealm organized(List<UserLine> members) {
        OrganizedRealm organized = new OrganizedRealm(realm(Map.of("organizationsEnabled", true)));
        ImportRealm realm = organized.realm();
        String acme = organization(realm, "acme", true, "acme.org", "acme.com");
        organization(realm, "closed", false, "elsewhere.org");
        organized.organization("other");
        addProvider(organized, acme, "bound", Map.of("kc.org.domain", "acme.org"));
        addProvider(organized, acme, "any", Map.of("kc.org.domain", "ANY"));
        addProvider(organized, acme, "open", Map.of());

        assertThat(realm.take(members).count("created")).isEqualTo(members.size());
        return organized;
    }

    private static String organization(ImportRealm realm, String alias, boolean enabled, String... domains) {
        return realm.admin()
                .post(
                        realm.base() + "/organizations",
                        Map.of("name", alias, "alias", alias, "enabled", enabled, "domains", domains(domains)))
                .createdId();
    }

    private static List<Map<String, String>> domains(String... names) {
        return List.of(names).stream().map(name -> Map.of("name", name)).toList();
    }

    private static void addProvider(
            OrganizedRealm organized, String organizationId, String alias, Map<String, String> config) {
        AdminClient admin = organized.realm().admin();
        admin.post(
                        organized.realm().base() + "/identity-provider/instances",
                        Map.of("alias", alias, "providerId", "oidc", "config", config))
                .ok();
        admin.post(organized.at(organizationId) + "/identity-providers", alias).ok();
    }

    private static void setDomains(ImportRealm realm, String... domains) {
        String at = realm.base() + "/organizations";
        String id = realm.admin()
                .get(at + "?exact=true&search=acme")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        ObjectNode acme = (ObjectNode) realm.admin().get(at + "/" + id).ok().json();
        realm.admin()
                .put(at + "/" + id, acme.putPOJO("domains", domains(domains)))
                .ok();
    }

    private static void bindProvider(ImportRealm realm, String domain) {
        String at = realm.base() + "/identity-provider/instances/bound";
        ObjectNode bound = (ObjectNode) realm.admin().get(at).ok().json();
        bound.withObject("/config").put("kc.org.domain", domain);
        realm.admin().put(at, bound).ok();
    }

    /**
     * Sends users both ways.
     *
     * @param taken the status of those whom Keycloak takes
     * @return statuses
     */
    private static List<String> judged(ImportRealm realm, String query, String taken, List<UserLine> users) {
        ImportAnswer answer = realm.with(query).take(users);
        Map<String, String> ids = realm.ids();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < users.size(); i++) {
            UserLine user = users.get(i);
            ObjectNode put = user.json().without(List.of("organizations", "federatedIdentities"));
            Answer keycloaks = realm.admin().put(realm.base() + "/users/" + ids.get(user.username()), put);
            String expected = keycloaks.status() == 204 ? taken : "rejected";
            if (!answer.line(i + 1).path("status").asText().equals(expected)) {
                differences.add(user + "\n  Keycloak: " + keycloaks.status() + " " + keycloaks.body() + "\n  Millrace: "
                        + answer.line(i + 1));
            }
        }
        assertThat(differences).isEmpty();
        return answer.statuses();
    }

    @Test
    default void membersKeepTheirAddressesWhereKeycloakLetsThem() {
        List<UserLine> members = members();
        ImportRealm realm = organized(members).realm();

        List<String> first = judged(realm, "onConflict=merge", "unchanged", members);
        setDomains(realm, "acme.com", "acme.net");
        List<String> withOtherDomains = judged(realm, "onConflict=merge", "unchanged", members);
        bindProvider(realm, "acme.com");
        List<String> withOtherProvider = judged(realm, "onConflict=merge", "unchanged", members);
        realm.admin().put(realm.base(), Map.of("organizationsEnabled", false)).ok();
        UserLine plain = UserLine.of(Map.of("username", members.get(0).username(), "enabled", true));
        List<String> switchedOff = judged(realm, "onConflict=merge", "unchanged", List.of(plain));

        assertThat(List.of(first, withOtherDomains, withOtherProvider))
                .doesNotHaveDuplicates()
                .allSatisfy(statuses -> assertThat(statuses).contains("unchanged", "rejected"));
        assertThat(switchedOff).containsExactly("rejected");
    }

    @Test
    default void membersTakeOtherAddressesWhereKeycloakLetsThem() {
        List<UserLine> members = members();
        ImportRealm realm = organized(members).realm();
        List<UserLine> moved = members.stream()
                .map(member -> member.email(member.username() + "@foreign.org"))
                .toList();

        List<String> statuses = judged(realm, "onConflict=merge&dryRun=true", "updated", moved);

        assertThat(statuses).contains("updated", "rejected");
    }
}
