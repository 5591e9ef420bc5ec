/** Identity providers and their mappers. */
@NullMarked
package org.millrace.bulk.entity.identityprovider;

import org.jspecify.annotations.NullMarked;
