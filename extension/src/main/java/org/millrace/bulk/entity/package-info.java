/** Common parts of all record types: permissions, admin events, and the writing of a chunk. */
@NullMarked
package org.millrace.bulk.entity;

import org.jspecify.annotations.NullMarked;
