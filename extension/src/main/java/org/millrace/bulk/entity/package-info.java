/** What all record types have in common: permissions, admin events, how a chunk of a type is written. */
@NullMarked
package org.millrace.bulk.entity;

import org.jspecify.annotations.NullMarked;
