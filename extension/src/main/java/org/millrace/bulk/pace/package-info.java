/** What import looks at beside its chunks, to give way to logins and to other users of the database. */
@NullMarked
package org.millrace.bulk.pace;

import org.jspecify.annotations.NullMarked;
