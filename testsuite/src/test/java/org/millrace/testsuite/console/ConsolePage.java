package org.millrace.testsuite.console;

import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.program.OptionalProgram;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** A realm whose administrator opens the page in a browser of its own. */
abstract class ConsolePage {
    final Node node = SharedServers.postgres().node();
    final AdminClient admin = AdminClient.of(node);
    final String realm = "console-" + UUID.randomUUID();
    PageInBrowser page;

    @BeforeEach
    void startBrowser(@TempDir Path profile) {
        Path executable = OptionalProgram.CHROMIUM.required();
        page = new PageInBrowser(executable, profile, node);
        admin.createRealm(realm, Map.of("adminTheme", "millrace"));
    }

    @AfterEach
    void stopBrowser() {
        if (page != null) {
            page.close();
            admin.deleteRealm(realm);
        }
    }

    /** Opens the page for an administrator of the realm with this role. */
    void open(String role) {
        createManager(role);
        page.logIn(realm, "manager");
        page.openByNavigation();
    }

    void createManager(String role) {
        admin.grant(realm, admin.createUser(realm, "manager", "manager"), "realm-management", role);
    }

    int count() {
        return admin.get("/admin/realms/" + realm + "/users/count").ok().json().asInt();
    }
}
