@NullMarked
package org.millrace.bulk.password.endpoint;

import org.jspecify.annotations.NullMarked;
