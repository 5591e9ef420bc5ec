package org.millrace.testsuite.importer.contract.request.mutation;

import org.junit.jupiter.api.Tag;

/** More than 20,000 bodies: {@code -Pbodies}. */
@Tag("bodies")
class ManyMutatedBodiesIT extends MutatedBodiesIT {
    @Override
    int bodies() {
        return 6_000;
    }
}
