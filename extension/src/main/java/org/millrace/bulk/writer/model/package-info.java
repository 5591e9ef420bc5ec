/** The model writer: a chunk through Keycloak's own model, for every database. */
@NullMarked
package org.millrace.bulk.writer.model;

import org.jspecify.annotations.NullMarked;
