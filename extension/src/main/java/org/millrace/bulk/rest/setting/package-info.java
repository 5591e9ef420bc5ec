/** Settings of the import, set by the operator, and options of one request. */
@NullMarked
package org.millrace.bulk.rest.setting;

import org.jspecify.annotations.NullMarked;
