package org.millrace.server.advisor.sampler;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.ImportFacts;
import org.millrace.advisor.sampler.SettingSource;
import org.millrace.bulk.registry.EntityWriters;

/** What the bulk import has found out about the tables since the server started. It asks the database nothing. */
public final class ImportSettingSource implements SettingSource {

    @Override
    public Collection<Setting> settings() {
        Map<String, Optional<String>> found = EntityWriters.foundMismatches();
        if (found.isEmpty()) {
            return List.of();
        }
        String differences = found.entrySet().stream()
                .flatMap(each -> each.getValue().map(reason -> each.getKey() + ": " + reason).stream())
                .collect(Collectors.joining("; "));
        @Nullable String value = differences.isEmpty() ? null : differences;
        return List.of(new Setting(ImportFacts.NOT_COPIED, value, "bulk import"));
    }
}
