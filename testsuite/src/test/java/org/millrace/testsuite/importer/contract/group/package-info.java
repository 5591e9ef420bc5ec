/** Groups, organizations and departments. */
@NullMarked
package org.millrace.testsuite.importer.contract.group;

import org.jspecify.annotations.NullMarked;
