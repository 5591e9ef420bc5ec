package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;

/** Authorization resources of one or several chunks, faulty ones among them, and what the server has cached of them. */
interface ResourceChunkContract extends ImportingResources {
    @Test
    default void recordsOfAChunkBuildOnOneAnother() {
        String server = newServer();
        String id = bringOne("", of(server, Map.of("name", "first"))).path("id").asText();
        List<Map<String, ?>> records = List.of(
                of(server, Map.of("name", "new", "scopes", List.of("read"))),
                of(server, Map.of("name", "new", "scopes", List.of("read", "write"), "type", "urn:new")),
                of(server, Map.of("name", "next", "scopes", List.of("write", "read"))),
                of(server, Map.of("_id", id, "name", "moved")),
                of(server, Map.of("name", "first", "scopes", List.of("write"))),
                of(server, Map.of("_id", id, "name", "next")));

        ImportAnswer answer = bring("onConflict=merge", records);

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("created", "updated", "created", "updated", "created", "rejected");
        assertThat(problems(answer, 6)).containsExactly("resource-exists");
        assertThat(portrait(server).path("scopes")).hasSize(2);
        assertThat(resource(server, answer.line(1).path("id").asText()).path("scopes"))
                .hasSize(2);
        assertThat(resource(server, id).path("name").asText()).isEqualTo("moved");
        assertThat(answer.line(5).path("id").asText()).isNotEqualTo(id);
    }

    /** Keycloak remembers what it did not find, and lists. */
    @Test
    default void whatWasNotThereBeforeIsFoundAfterwards() {
        String server = newServer();
        String owner = unique("owner");
        realm().admin().createUser(realm().name(), owner, owner);
        String instance = bringOne(
                        "",
                        of(
                                server,
                                Map.of(
                                        "name",
                                        "instance",
                                        "owner",
                                        Map.of("name", owner),
                                        "type",
                                        "urn:late",
                                        "scopes",
                                        List.of("read"))))
                .path("id")
                .asText();
        String scope = realm().admin()
                .get(path(server) + "/scope")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        String id = UUID.randomUUID().toString();
        String byId = path(server) + "/resource/" + id;
        String byName = path(server) + "/resource/search?name=late";
        String byScope = path(server) + "/scope/" + scope + "/resources";
        String byType = path(server) + "/resource/" + instance + "/scopes";
        assertThat(realm().admin().get(byId).status()).isEqualTo(404);
        assertThat(realm().admin().get(byName).status()).isEqualTo(204);
        assertThat(realm().admin().get(byScope).ok().json()).hasSize(1);
        assertThat(realm().admin().get(byType).ok().json()).hasSize(1);

        JsonNode outcome = bringOne(
                "",
                of(server, Map.of("_id", id, "name", "late", "type", "urn:late", "scopes", List.of("read", "other"))));

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        assertThat(realm().admin().get(byId).status()).isEqualTo(200);
        assertThat(realm().admin().get(byName).status()).isEqualTo(200);
        assertThat(realm().admin().get(byScope).ok().json()).hasSize(2);
        assertThat(realm().admin().get(byType).ok().json().findValuesAsText("name"))
                .contains("read", "other");
    }

    @Test
    default void faultyResourcesAreRejectedAndTheirNeighboursWritten() {
        String server = newServer();
        String other = newServer();
        String plain = unique("plain");
        guarded().post(Map.of("clientId", plain));
        String id =
                bringOne("", of(other, Map.of("name", "elsewhere"))).path("id").asText();

        ImportAnswer answer = bring(
                "",
                List.of(
                        of(server, Map.of("name", "good")),
                        Map.of("name", "without owner"),
                        of("no such client", Map.of("name", "lost")),
                        of(plain, Map.of("name", "unguarded")),
                        of(server, Map.of("name", "orphan", "owner", Map.of("id", "no such user"))),
                        of(server, Map.of("type", "nameless")),
                        of(server, Map.of("name", "uri", "uris", List.of("/{/}"))),
                        of(server, Map.of("name", "x".repeat(256))),
                        of(server, Map.of("name", "stolen", "_id", id)),
                        of(server, Map.of("name", "good")),
                        of(server, Map.of("name", "last"))));

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(2);
        assertThat(problems(answer, 2)).containsExactly("missing-client-id");
        assertThat(problems(answer, 3)).containsExactly("unknown-client");
        assertThat(problems(answer, 4)).containsExactly("no-authorization-services");
        assertThat(problems(answer, 5)).containsExactly("unknown-owner");
        assertThat(problems(answer, 6)).containsExactly("missing-name");
        assertThat(problems(answer, 7)).containsExactly("invalid-uri");
        assertThat(problems(answer, 8)).containsExactly("value-too-long");
        assertThat(problems(answer, 9)).containsExactly("id-exists");
        assertThat(problems(answer, 10)).containsExactly("resource-exists");
    }

    private static List<String> problems(ImportAnswer answer, long line) {
        return ImportAnswer.problems(answer.line(line));
    }

    @Test
    default void resourcesOfSeveralChunksShareScopes() {
        String server = newServer();
        List<Map<String, ?>> records = new ArrayList<>();
        IntStream.range(0, 25)
                .forEach(i -> records.add(of(
                        server,
                        Map.of(
                                "name",
                                "r" + i,
                                "scopes",
                                List.of(Map.of("name", "s" + i % 3), Map.of("name", "all"))))));

        ImportAnswer answer = bring("chunkSize=4", records);

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(25);
        assertThat(portrait(server).path("scopes")).hasSize(4);
        assertThat(portrait(server).path("resources")).hasSize(25);
    }
}
