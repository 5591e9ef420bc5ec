package org.millrace.bulk.entity.user.credential;

import com.webauthn4j.converter.util.ObjectConverter;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialModel;
import org.keycloak.credential.CredentialPublicKeyConverter;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.models.credential.dto.OTPCredentialData;
import org.keycloak.models.credential.dto.RecoveryAuthnCodeRepresentation;
import org.keycloak.models.credential.dto.RecoveryAuthnCodesSecretData;
import org.keycloak.models.credential.dto.WebAuthnCredentialData;
import org.keycloak.util.JsonSerialization;

/**
 * Whether a login could ever succeed with a one-time password, a security key or recovery codes as they are stored. Keycloak
 * reads them no further than their JSON when they are written, and fails at the login.
 */
final class SecondFactors {
    /** RFC 4226, section 5.3; {@code HmacOTP} has no more than eight. */
    private static final int MIN_DIGITS = 6;

    private static final int MAX_DIGITS = 8;

    /** Recovery codes are hashed with SHA-512, under any name of the algorithm. */
    private static final int RECOVERY_CODE_BYTES = 64;

    /** The verification skips other characters, which would yield a different secret. */
    private static final Pattern BASE32 = Pattern.compile("[A-Za-z2-7]+=*");

    private SecondFactors() {}

    /**
     * The problem of a credential, without any part of it; empty if it is valid, or of a third-party type.
     *
     * @param credential as the provider of its type has read it
     */
    static Optional<String> fault(CredentialModel credential) {
        if (credential instanceof OTPCredentialModel otp) {
            return Optional.ofNullable(fault(otp));
        }
        if (credential instanceof WebAuthnCredentialModel key) {
            return Optional.ofNullable(fault(key.getWebAuthnCredentialData()));
        }
        return credential instanceof RecoveryAuthnCodesCredentialModel
                ? Optional.ofNullable(recoveryFault(credential.getSecretData()))
                : Optional.empty();
    }

    private static @Nullable String fault(OTPCredentialModel otp) {
        OTPCredentialData data = otp.getOTPCredentialData();
        boolean counted = OTPCredentialModel.HOTP.equals(data.getSubType());
        if (!counted && !OTPCredentialModel.TOTP.equals(data.getSubType())) {
            return "subType must be totp or hotp";
        }
        if (data.getDigits() < MIN_DIGITS || data.getDigits() > MAX_DIGITS) {
            return "digits must be from " + MIN_DIGITS + " to " + MAX_DIGITS;
        }
        if (counted ? data.getCounter() < 0 : data.getPeriod() < 1) {
            return counted ? "counter must be 0 or more" : "period must be 1 second or more";
        }
        if (!isMac(data.getAlgorithm())) {
            return "algorithm must be HmacSHA1, HmacSHA256 or HmacSHA512";
        }
        String secret = otp.getOTPSecretData().getValue();
        if (secret == null || secret.isEmpty()) {
            return "Missing secret";
        }
        String encoding = data.getSecretEncoding();
        if (encoding == null) {
            return null;
        }
        boolean readable = encoding.equalsIgnoreCase(OTPCredentialModel.SecretEncoding.BASE32.name())
                && BASE32.matcher(secret).matches();
        return readable ? null : "secretEncoding must be BASE32, or absent for a secret that is not encoded";
    }

    private static boolean isMac(@Nullable String algorithm) {
        if (algorithm == null || !algorithm.startsWith("Hmac")) {
            return false;
        }
        try {
            return Mac.getInstance(algorithm) != null;
        } catch (NoSuchAlgorithmException e) {
            return false;
        }
    }

    private static @Nullable String fault(WebAuthnCredentialData key) {
        if (key.getCredentialId() == null || !Base64Text.isReadable(key.getCredentialId())) {
            return "credentialId must be Base64 and not empty";
        }
        if (key.getCounter() < 0) {
            return "counter must be 0 or more";
        }
        try {
            UUID.fromString(String.valueOf(key.getAaguid()));
        } catch (IllegalArgumentException e) {
            return "aaguid must be a UUID";
        }
        return PublicKeys.isKey(key.getCredentialPublicKey()) ? null : "credentialPublicKey must be a COSE key in CBOR";
    }

    private static @Nullable String recoveryFault(String secretData) {
        try {
            var codes = JsonSerialization.readValue(secretData, RecoveryAuthnCodesSecretData.class)
                    .getCodes();
            if (codes == null) {
                return "Missing recovery codes";
            }
            for (RecoveryAuthnCodeRepresentation code : codes) {
                String hash = code == null ? null : code.getEncodedHashedValue();
                if (hash == null || Base64Text.length(hash) != RECOVERY_CODE_BYTES) {
                    return "A recovery code must be its SHA-512 digest in Base64";
                }
            }
            return null;
        } catch (IOException e) {
            return "Not the stored form of recovery codes";
        }
    }

    /** Loaded with the first security key: most imports have none. */
    private static final class PublicKeys {
        private static final CredentialPublicKeyConverter CONVERTER =
                new CredentialPublicKeyConverter(new ObjectConverter());

        private static boolean isKey(@Nullable String encoded) {
            if (encoded == null || encoded.isEmpty()) {
                return false;
            }
            try {
                CONVERTER.convertToEntityAttribute(encoded).validate();
                return true;
            } catch (RuntimeException e) {
                // The check compares exactly these bytes, independently of the interpretation by the libraries.
                return false;
            }
        }
    }
}
