package org.millrace.testsuite.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.millrace.testsuite.client.Polling;

/** A headless Chromium with one page, driven by its DevTools protocol. One thread at a time. */
public final class Browser implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 60;

    private static final Map<String, Integer> KEY_CODES =
            Map.of("Enter", 13, "Tab", 9, "Escape", 27, "End", 35, "Home", 36, "ArrowLeft", 37, "ArrowRight", 39);

    private final Process process;
    private final WebSocket socket;
    private final String session;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();

    private Browser(Path executable, Path profile, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                executable.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile));
        command.addAll(more);
        command.add("about:blank");
        process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(devTools(), new Listener())
                .join();
        String target = send("Target.createTarget", Map.of("url", "about:blank"), "")
                .path("targetId")
                .asText();
        session = send("Target.attachToTarget", Map.of("targetId", target, "flatten", true), "")
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
            command(domain + ".enable", Map.of());
        }
    }

    /** @param more further arguments of Chromium */
    public static Browser start(Path executable, Path profile, String... more) {
        try {
            return new Browser(executable, profile, List.of(more));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + executable, e);
        }
    }

    /** Shows a page and returns when all that belongs to it is there. */
    public void open(URI page) {
        events.clear();
        command("Page.navigate", Map.of("url", page.toString()));
        await("Page.loadEventFired");
    }

    /** In CSS pixels; a phone has several device pixels for each. */
    public void resize(int width, int height, double scale) {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", width < 600));
    }

    /**
     * @param media {@code screen} or {@code print}
     * @param scheme {@code light} or {@code dark}
     */
    public void emulate(String media, String scheme) {
        Map<String, String> preference = Map.of("name", "prefers-color-scheme", "value", scheme);
        command("Emulation.setEmulatedMedia", Map.of("media", media, "features", List.of(preference)));
    }

    /** The value of an expression of JavaScript. */
    public JsonNode evaluate(String expression) {
        JsonNode answer = command("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.at("/result/value");
    }

    /** What of the page is in the window, as PNG. */
    public byte[] screenshot() {
        JsonNode answer = command("Page.captureScreenshot", Map.of());
        return Base64.getDecoder().decode(answer.path("data").asText());
    }

    /** @param pages as in {@code 1-3}; the page is printed on the paper that its styles name */
    public byte[] pdf(String pages) {
        JsonNode answer = command("Page.printToPDF", Map.of("pageRanges", pages, "preferCSSPageSize", true));
        return Base64.getDecoder().decode(answer.path("data").asText());
    }

    /** Addresses that were asked for since the page was opened, its own among them. */
    public List<String> requests() {
        return events.stream()
                .filter(event -> event.path("method").asText().equals("Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").asText())
                .toList();
    }

    /** Addresses of the requests since the page was opened that carried a header {@code Authorization}. */
    public List<String> authorizedRequests() {
        return events.stream()
                .filter(event -> event.path("method").asText().equals("Network.requestWillBeSent"))
                .filter(event -> event.at("/params/request/headers").has("Authorization"))
                .map(event -> event.at("/params/request/url").asText())
                .toList();
    }

    /**
     * Presses a key of the keyboard.
     *
     * @param key its name in DOM events, such as {@code Enter}
     */
    public void type(String key) {
        Map<String, Object> down = new HashMap<>(Map.of("type", "keyDown", "key", key, "code", key));
        down.put("windowsVirtualKeyCode", KEY_CODES.getOrDefault(key, 0));
        if (key.equals("Enter")) {
            down.put("text", "\r");
        }
        command("Input.dispatchKeyEvent", down);
        down.remove("text");
        down.put("type", "keyUp");
        command("Input.dispatchKeyEvent", down);
    }

    /** Limits the rate of uploads from now on. */
    public void throttleUploads(int bytesPerSecond) {
        command(
                "Network.emulateNetworkConditions",
                Map.of("offline", false, "latency", 0, "downloadThroughput", -1, "uploadThroughput", bytesPerSecond));
    }

    /** What the browser complained of since the page was opened. */
    public List<String> complaints() {
        return events.stream()
                .filter(event -> List.of("Log.entryAdded", "Runtime.exceptionThrown")
                        .contains(event.path("method").asText()))
                .map(JsonNode::toString)
                .toList();
    }

    private JsonNode command(String method, Map<String, ?> parameters) {
        return send(method, parameters, session);
    }

    private JsonNode send(String method, Map<String, ?> parameters, String to) {
        int number = numbers.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", number).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!to.isEmpty()) {
            message.put("sessionId", to);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(number, answer);
        socket.sendText(message.toString(), true).join();
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IllegalStateException("no answer to " + method, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + method, e);
        }
    }

    private void await(String event) {
        Polling.await(
                event,
                () -> events.stream()
                        .anyMatch(each -> each.path("method").asText().equals(event)));
    }

    /** Chromium says on its error output where it listens. */
    private URI devTools() throws IOException {
        BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
        for (String line = errors.readLine(); line != null; line = errors.readLine()) {
            if (line.startsWith("DevTools listening on ")) {
                return URI.create(
                        line.substring("DevTools listening on ".length()).strip());
            }
        }
        throw new IOException("the browser ended with " + process.exitValue());
    }

    private void take(JsonNode message) {
        CompletableFuture<JsonNode> answer =
                message.has("id") ? answers.remove(message.path("id").asInt()) : null;
        if (answer == null) {
            events.add(message);
        } else if (message.has("error")) {
            answer.completeExceptionally(new IOException(message.path("error").toString()));
        } else {
            answer.complete(message.path("result"));
        }
    }

    @Override
    public void close() {
        if (!endsOnRequest()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    /** Then it removes its links from the profile to a directory outside, which JUnit would warn of. */
    private boolean endsOnRequest() {
        try {
            send("Browser.close", Map.of(), "");
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (RuntimeException | ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                try {
                    take(JSON.readTree(text.toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException("not JSON: " + text, e);
                } finally {
                    text.setLength(0);
                }
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }
}
