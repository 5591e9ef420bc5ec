package org.millrace.server.setting;

import java.util.List;
import java.util.stream.Stream;
import org.keycloak.provider.ProviderConfigProperty;

/** Declaration of a setting of the bulk import: its name, type, default value, range and meaning. Declarations are immutable. */
public sealed interface Setting permits BooleanSetting, ChoiceSetting, NumberSetting, TextSetting {
    /** Stands in the name of a setting that exists once for each key, queue or endpoint. */
    String PLACEHOLDER = "<name>";

    /** The name, without the prefix of the provider; it may contain {@link #PLACEHOLDER}. */
    String name();

    /** The meaning, in one sentence. */
    String help();

    /** The declaration in Keycloak's form. */
    ProviderConfigProperty metadata();

    /** The declarations of several tables in Keycloak's form. */
    @SafeVarargs
    static List<ProviderConfigProperty> metadata(List<? extends Setting>... tables) {
        return Stream.of(tables).flatMap(List::stream).map(Setting::metadata).toList();
    }
}
