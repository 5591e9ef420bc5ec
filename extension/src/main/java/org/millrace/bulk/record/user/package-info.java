/** What the record of a user contains: credentials, password hashes, consents, memberships and links. */
@NullMarked
package org.millrace.bulk.record.user;

import org.jspecify.annotations.NullMarked;
