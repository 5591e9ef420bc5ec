/** Resources of clients with authorization services: the record type, its validation, and both ways to write it. */
@NullMarked
package org.millrace.bulk.entity.resource;

import org.jspecify.annotations.NullMarked;
