package org.millrace.server.setting;

import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.advisor.sizing.Figure;

/**
 * A number that is absent unless it is set.
 *
 * @param least the smallest value that can be set
 * @param greatest the largest value that can be set
 * @param isWhole whether it has no decimals
 * @param shown the value that applies while the setting is absent; null for none
 */
public record OptionalNumberSetting(
        String provider,
        String name,
        double least,
        double greatest,
        boolean isWhole,
        @Nullable Double shown,
        String help)
        implements DeclaredSetting {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,15}");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(\\.\\d{1,9})?");

    /** @throws IllegalArgumentException if the configured value is no number or out of range */
    public OptionalDouble read(Config.Scope config) {
        return given(config).stream().mapToDouble(this::parsed).findFirst();
    }

    private double parsed(String text) {
        boolean isNumber = (isWhole ? WHOLE : DECIMAL).matcher(text).matches();
        double value = isNumber ? Double.parseDouble(text) : Double.NaN;
        if (!(value >= least && value <= greatest)) {
            throw invalid("'" + text + "'", range());
        }
        return value;
    }

    private String range() {
        return (isWhole ? "a whole number from " : "a number from ") + Figure.plain(least) + " to "
                + Figure.plain(greatest);
    }

    @Override
    public ProviderConfigProperty metadata() {
        String type = isWhole ? ProviderConfigProperty.INTEGER_TYPE : ProviderConfigProperty.NUMBER_TYPE;
        String range = Figure.plain(least) + " to " + Figure.plain(greatest);
        return new ProviderConfigProperty(name, name, help + " Range: " + range + ".", type, shown);
    }
}
