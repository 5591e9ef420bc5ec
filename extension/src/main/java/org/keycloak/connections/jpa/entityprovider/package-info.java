/** Interfaces of {@code keycloak-model-jpa}, which Maven Central does not serve completely; see decision 10. Never shipped. */
@NullMarked
package org.keycloak.connections.jpa.entityprovider;

import org.jspecify.annotations.NullMarked;
