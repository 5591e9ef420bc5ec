package org.millrace.server.setting;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;

/**
 * Declaration of a setting of a provider: its name, type, default value, range and meaning. Declarations are immutable. A blank value
 * of anything but a text counts as none.
 */
public sealed interface DeclaredSetting
        permits BooleanSetting, ChoiceSetting, DurationSetting, NumberSetting, OptionalNumberSetting, TextSetting {
    /** The provider of most settings. */
    String BULK_IMPORT = "bulk-import";

    /** Stands in the name of a setting that exists once for each key, queue or endpoint. */
    String PLACEHOLDER = "<name>";

    /** The id of the provider, such as {@code bulk-import}. */
    String provider();

    /** The name, without the prefix of the provider; it may contain {@link #PLACEHOLDER}. */
    String name();

    /** The meaning, in one sentence. */
    String help();

    /** The declaration in Keycloak's form. */
    ProviderConfigProperty metadata();

    /** The configured value without surrounding blanks. */
    default Optional<String> given(Config.Scope config) {
        return Optional.ofNullable(config.get(name())).map(String::strip).filter(text -> !text.isEmpty());
    }

    /** The exception for a value that is not allowed. */
    default InvalidSettingException invalid(String value, String allowed) {
        return new InvalidSettingException(
                provider() + " setting " + name() + " is " + value + "; it must be " + allowed);
    }

    /** The declarations of several tables in Keycloak's form. */
    @SafeVarargs
    static List<ProviderConfigProperty> metadata(List<? extends DeclaredSetting>... tables) {
        return Stream.of(tables)
                .flatMap(List::stream)
                .map(DeclaredSetting::metadata)
                .toList();
    }
}
