/** The advisor's samplers and sources of settings that need types of the server. */
@NullMarked
package org.millrace.server.advisor.sampler;

import org.jspecify.annotations.NullMarked;
