package org.millrace.advisor.sizing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A sizing as documents for Kubernetes and Keycloak's operator, as maps and lists. */
public final class Manifests {

    /** Served by every operator of version 26. */
    private static final String API = "k8s.keycloak.org/v2alpha1";

    private static final String NAME = "keycloak";

    private Manifests() {}

    /** Manifests by name. */
    public static Map<String, Object> of(Sizing sizing) {
        Map<String, Object> manifests = new LinkedHashMap<>();
        manifests.put(
                "resources", resources(sizing.pod().requestCores(), sizing.pod().limitCores(), sizing.pod()));
        manifests.put(
                "keycloak",
                keycloak(sizing, sizing.pod().requestCores(), sizing.pod().limitCores()));
        for (SiteVariant variant : sizing.sites()) {
            manifests.put(
                    "keycloak-first-site-" + variant.name(),
                    keycloak(sizing, variant.sites().get(0)));
            manifests.put(
                    "keycloak-second-site-" + variant.name(),
                    keycloak(sizing, variant.sites().get(1)));
        }
        return manifests;
    }

    private static Map<String, Object> keycloak(Sizing sizing, SiteVariant.Site site) {
        return keycloak(sizing, site.requestCores(), site.limitCores());
    }

    private static Map<String, Object> keycloak(Sizing sizing, double request, double limit) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("instances", sizing.pods());
        spec.put("resources", resources(request, limit, sizing.pod()));
        spec.put("db", pool(sizing.server().poolSize()));
        spec.put("additionalOptions", options(sizing.server()));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("apiVersion", API);
        document.put("kind", "Keycloak");
        document.put("metadata", Map.of("name", NAME));
        document.put("spec", spec);
        return document;
    }

    /** All three alike: connections that come and go cost time when it is short. */
    private static Map<String, Object> pool(int size) {
        Map<String, Object> pool = new LinkedHashMap<>();
        pool.put("poolInitialSize", size);
        pool.put("poolMinSize", size);
        pool.put("poolMaxSize", size);
        return pool;
    }

    private static List<Map<String, String>> options(Sizing.Server server) {
        List<Map<String, String>> options = new ArrayList<>();
        options.add(option("http-pool-max-threads", server.requestThreads()));
        options.add(option("http-max-queued-requests", server.queueLimit()));
        options.add(option("cache-embedded-users-max-count", server.usersCache()));
        options.add(option("cache-embedded-realms-max-count", server.realmsCache()));
        return options;
    }

    private static Map<String, String> option(String name, int value) {
        Map<String, String> option = new LinkedHashMap<>();
        option.put("name", name);
        option.put("value", Integer.toString(value));
        return option;
    }

    private static Map<String, Object> resources(double request, double limit, Sizing.Pod pod) {
        Map<String, Object> resources = new LinkedHashMap<>();
        resources.put("requests", quantities(request, pod.requestMegabytes()));
        resources.put("limits", quantities(limit, pod.limitMegabytes()));
        return resources;
    }

    /** Thousandths of a core, and megabytes of a million bytes. */
    private static Map<String, String> quantities(double cores, double megabytes) {
        Map<String, String> quantities = new LinkedHashMap<>();
        quantities.put("cpu", (long) Math.ceil(cores * 1000 - 1e-6) + "m");
        quantities.put("memory", (long) Math.ceil(megabytes) + "M");
        return quantities;
    }
}
