package org.millrace.testsuite.importer;

/** More than 20,000 bodies. */
@Thorough
class ManyMutatedBodiesIT extends MutatedBodiesIT {
    @Override
    int bodies() {
        return 6_000;
    }
}
