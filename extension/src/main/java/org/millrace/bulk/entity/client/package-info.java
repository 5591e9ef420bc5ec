/** Clients: the record type, its validation, and how clients are created and changed. Also the authorization record type of exports. */
@NullMarked
package org.millrace.bulk.entity.client;

import org.jspecify.annotations.NullMarked;
