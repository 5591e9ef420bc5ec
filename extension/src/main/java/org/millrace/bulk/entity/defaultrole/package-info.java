/** Default roles of old exports: their record type, and the role that contains them. */
@NullMarked
package org.millrace.bulk.entity.defaultrole;

import org.jspecify.annotations.NullMarked;
