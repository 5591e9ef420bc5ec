/** Earlier states of entities, which an undo of a job restores. */
@NullMarked
package org.millrace.bulk.undo;

import org.jspecify.annotations.NullMarked;
