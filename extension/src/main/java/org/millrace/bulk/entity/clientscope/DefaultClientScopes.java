package org.millrace.bulk.entity.clientscope;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.bulk.writer.model.EachRecord;

/** Client scopes that the realm assigns to new clients. */
public final class DefaultClientScopes {
    public static final ModelType TYPE = new ModelType(
                    "default-client-scopes",
                    "default-client-scope",
                    DefaultClientScopeRecord.class,
                    "client_scope",
                    ClientScopes.PERMISSION,
                    ClientScopes.TYPE.allowed(),
                    ClientScopes.TYPE.overseeing(),
                    DefaultClientScopes::parser,
                    EachRecord.of(DefaultClientScopeRecord.class, DefaultClientScopeChunk::write))
            .deletedBy(DefaultClientScopeRecord.class, session -> new DefaultClientScopeDeletion(session.in())::delete)
            .undoneBy(new DefaultClientScopeState());

    /** Such a record as clients write it: in exports, it is an element of one of two lists. */
    record Fields(@Nullable String name, @Nullable Boolean optional) {}

    private DefaultClientScopes() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                Fields.class,
                Set.of("type"),
                (position, scope, json, named, warnings) -> new DefaultClientScopeRecord(
                        position, scope.name(), Boolean.TRUE.equals(scope.optional()), warnings));
    }
}
