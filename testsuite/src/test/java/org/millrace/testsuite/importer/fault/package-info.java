/** Faults during imports and jobs: ended connections, nodes and databases, removed references, schema differences. */
@NullMarked
package org.millrace.testsuite.importer.fault;

import org.jspecify.annotations.NullMarked;
