/** The settings and facts that samplers read and rules compare, one class for each owner of settings. */
@NullMarked
package org.millrace.advisor.model.setting;

import org.jspecify.annotations.NullMarked;
