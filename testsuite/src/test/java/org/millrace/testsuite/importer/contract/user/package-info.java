/** Users: creation, matching, revision, credentials, associations, profile. */
@NullMarked
package org.millrace.testsuite.importer.contract.user;

import org.jspecify.annotations.NullMarked;
