/** HTTP resources of the bulk import, their registration, and the overview. */
@NullMarked
package org.millrace.bulk.rest;

import org.jspecify.annotations.NullMarked;
