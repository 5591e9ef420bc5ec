/** Where measurements and settings come from. */
@NullMarked
package org.millrace.advisor.sampler;

import org.jspecify.annotations.NullMarked;
