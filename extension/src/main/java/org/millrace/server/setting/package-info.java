/** Declarations of provider settings: each is read, validated and described for Keycloak by the same object. */
@NullMarked
package org.millrace.server.setting;

import org.jspecify.annotations.NullMarked;
