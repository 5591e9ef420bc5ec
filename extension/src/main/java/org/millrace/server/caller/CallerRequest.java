package org.millrace.server.caller;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.http.FormPartValue;
import org.keycloak.http.HttpRequest;

/**
 * The request of a caller, after it was answered: of its headers, only {@code User-Agent} is kept, which policies of administrator
 * permissions may read. It has no URI and no body, as if no request were active.
 *
 * @param userAgent null if the request had none
 */
record CallerRequest(@Nullable String userAgent) implements HttpRequest, HttpHeaders {
    @Override
    public HttpHeaders getHttpHeaders() {
        return this;
    }

    @Override
    public MultivaluedMap<String, String> getRequestHeaders() {
        MultivaluedMap<String, String> headers = new MultivaluedHashMap<>();
        if (userAgent != null) {
            headers.putSingle(USER_AGENT, userAgent);
        }
        return headers;
    }

    @Override
    public @Nullable List<String> getRequestHeader(String name) {
        String value = getHeaderString(name);
        return value == null ? null : List.of(value);
    }

    @Override
    public @Nullable String getHeaderString(String name) {
        return USER_AGENT.equalsIgnoreCase(name) ? userAgent : null;
    }

    @Override
    public List<MediaType> getAcceptableMediaTypes() {
        return List.of();
    }

    @Override
    public List<Locale> getAcceptableLanguages() {
        return List.of();
    }

    @Override
    public @Nullable MediaType getMediaType() {
        return null;
    }

    @Override
    public @Nullable Locale getLanguage() {
        return null;
    }

    @Override
    public Map<String, Cookie> getCookies() {
        return Map.of();
    }

    @Override
    public @Nullable Date getDate() {
        return null;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public String getHttpMethod() {
        throw new ContextNotActiveException();
    }

    @Override
    public UriInfo getUri() {
        throw new ContextNotActiveException();
    }

    @Override
    public MultivaluedMap<String, String> getDecodedFormParameters() {
        return new MultivaluedHashMap<>();
    }

    @Override
    public MultivaluedMap<String, FormPartValue> getMultiPartFormParameters() {
        return new MultivaluedHashMap<>();
    }

    @Override
    public X509Certificate @Nullable [] getClientCertificateChain() {
        return null;
    }

    @Override
    public boolean isProxyTrusted() {
        return false;
    }
}
