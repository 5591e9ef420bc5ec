/** The signals that samplers measure and rules read, one class for each subject. */
@NullMarked
package org.millrace.advisor.model.signal;

import org.jspecify.annotations.NullMarked;
