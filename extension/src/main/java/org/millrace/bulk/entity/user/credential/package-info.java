/** Credentials of users: password hashes, plain passwords, second factors. */
@NullMarked
package org.millrace.bulk.entity.user.credential;

import org.jspecify.annotations.NullMarked;
