package org.millrace.bulk.entity.group;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.bulk.writer.model.EachRecord;

/** Groups that new users of the realm join. */
public final class DefaultGroups {
    public static final ModelType TYPE = new ModelType(
                    "default-groups",
                    "default-group",
                    DefaultGroupRecord.class,
                    "keycloak_group",
                    "manage-realm",
                    permissions -> permissions.evaluator().realm().canManageRealm(),
                    permissions -> permissions.evaluator().realm().canManageRealm(),
                    DefaultGroups::parser,
                    EachRecord.of(DefaultGroupRecord.class, DefaultGroupChunk::write))
            .deletedBy(DefaultGroupRecord.class, session -> new DefaultGroupDeletion(session.in())::delete)
            .undoneBy(new DefaultGroupState());

    /** Such a record as clients write it: in exports, it is a path in a list. */
    record Fields(@Nullable String path) {}

    private DefaultGroups() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                Fields.class,
                Set.of("type"),
                (position, group, json, named, warnings) -> new DefaultGroupRecord(position, group.path(), warnings));
    }
}
