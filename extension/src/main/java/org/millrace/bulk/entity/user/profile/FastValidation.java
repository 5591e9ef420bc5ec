package org.millrace.bulk.entity.user.profile;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.keycloak.models.UserModel;
import org.keycloak.organization.validator.OrganizationMemberValidator;
import org.keycloak.userprofile.validator.AttributeRequiredByMetadataValidator;
import org.keycloak.userprofile.validator.BlankAttributeValidator;
import org.keycloak.userprofile.validator.DuplicateEmailValidator;
import org.keycloak.userprofile.validator.DuplicateUsernameValidator;
import org.keycloak.userprofile.validator.MultiValueValidator;
import org.keycloak.userprofile.validator.PersonNameProhibitedCharactersValidator;
import org.keycloak.userprofile.validator.UsernameHasValueValidator;
import org.keycloak.userprofile.validator.UsernameIDNHomographValidator;
import org.keycloak.userprofile.validator.UsernameMutationValidator;
import org.keycloak.userprofile.validator.UsernameProhibitedCharactersValidator;
import org.keycloak.validate.ValidationContext;
import org.keycloak.validate.Validator;
import org.keycloak.validate.ValidatorConfig;
import org.keycloak.validate.validators.EmailValidator;
import org.keycloak.validate.validators.LengthValidator;

/**
 * Recognises values of new users that Keycloak's own validators certainly accept, without running a regular expression. Most
 * values are ordinary, and the expressions dominate the cost of a name. Applies only to exactly the validator classes of Keycloak
 * 26.7; all other values are left to the validator. Immutable.
 */
final class FastValidation {
    private static final int ASCII = 128;

    /** RFC 1035, section 2.3.4; a longer one is for the validator to judge. */
    private static final int MAX_DOMAIN_LABEL = 63;

    private static final int MAX_DOMAIN = 255;

    private final Predicate<String> untaken;

    /** @param untaken accepts a normalised name or address that is certainly unused as a name and as an email address */
    FastValidation(Predicate<String> untaken) {
        this.untaken = untaken;
    }

    /** A predicate for values that the validator certainly accepts; empty if there is none for it. */
    Optional<Predicate<List<String>>> of(Validator validator, ValidatorConfig config) {
        Class<?> type = validator.getClass();
        if (type == LengthValidator.class) {
            return length(config);
        }
        // The second asks the same of members whom nothing holds to a domain, and less of all others.
        if (type == EmailValidator.class || type == OrganizationMemberValidator.class) {
            Integer max = config.getInt(EmailValidator.MAX_LOCAL_PART_LENGTH_PROPERTY);
            return max == null ? Optional.empty() : Optional.of(each(value -> isOrdinaryAddress(value, max)));
        }
        if (type == PersonNameProhibitedCharactersValidator.class
                || type == UsernameProhibitedCharactersValidator.class
                || type == UsernameIDNHomographValidator.class) {
            BitSet accepted = accepted(validator, config);
            return Optional.of(each(value -> isMadeOf(accepted, value)));
        }
        if (type == MultiValueValidator.class) {
            return multiplicity(config);
        }
        if (type == AttributeRequiredByMetadataValidator.class) {
            return Optional.of(values -> !values.isEmpty() && noneBlank(values));
        }
        if (type == BlankAttributeValidator.class || type == UsernameHasValueValidator.class) {
            return Optional.of(values -> !values.isEmpty() && !isBlank(values.get(0)));
        }
        if (type == UsernameMutationValidator.class) {
            return Optional.of(values -> true);
        }
        if (type == DuplicateUsernameValidator.class || type == DuplicateEmailValidator.class) {
            return Optional.of(values -> values.isEmpty() || untaken.test(values.get(0)));
        }
        return Optional.empty();
    }

    private static Optional<Predicate<List<String>>> length(ValidatorConfig config) {
        Integer min = config.getInt(LengthValidator.KEY_MIN);
        Integer max = config.getInt(LengthValidator.KEY_MAX);
        boolean trims = !config.getBooleanOrDefault(LengthValidator.KEY_TRIM_DISABLED, Boolean.FALSE);
        int least = min == null ? 0 : min;
        int most = max == null ? Integer.MAX_VALUE : max;
        return Optional.of(each(value -> {
            int length = trims ? value.trim().length() : value.length();
            return length >= least && length <= most;
        }));
    }

    private static Optional<Predicate<List<String>>> multiplicity(ValidatorConfig config) {
        Long min = config.getLong(MultiValueValidator.KEY_MIN);
        Long max = config.getLong(MultiValueValidator.KEY_MAX);
        if (max == null) {
            return Optional.empty();
        }
        long least = min == null ? 1 : Math.max(1, min);
        return Optional.of(values -> values.size() >= least && values.size() <= max && noneBlank(values));
    }

    private static Predicate<List<String>> each(Predicate<String> sure) {
        return values -> {
            for (String value : values) {
                if (value.isEmpty() || !sure.test(value)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static boolean noneBlank(List<String> values) {
        for (String value : values) {
            if (isBlank(value)) {
                return false;
            }
        }
        return true;
    }

    /** Some validators take control characters for blank, some take the blanks of Unicode: either is not sure. */
    private static boolean isBlank(String value) {
        return value.isBlank() || value.trim().isEmpty();
    }

    /** The validators in question judge character by character: so each one of ASCII is asked about once. */
    private static BitSet accepted(Validator validator, ValidatorConfig config) {
        BitSet accepted = new BitSet(ASCII);
        for (char c = ' '; c < ASCII; c++) {
            ValidationContext context = new ValidationContext();
            validator.validate(List.of("a" + c + "a"), UserModel.USERNAME, context, config);
            accepted.set(c, context.isValid());
        }
        return accepted;
    }

    private static boolean isMadeOf(BitSet accepted, String value) {
        boolean blank = true;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= ASCII || !accepted.get(c)) {
                return false;
            }
            blank &= c == ' ';
        }
        return !blank;
    }

    /** Letters, digits and a few signs, dots between them, one {@code @}, and a domain of ordinary labels. */
    static boolean isOrdinaryAddress(String value, int maxLocalPart) {
        int at = value.indexOf('@');
        if (at < 1 || at > maxLocalPart || value.length() - at - 1 > MAX_DOMAIN) {
            return false;
        }
        return areOrdinaryParts(value, 0, at, maxLocalPart, true)
                && areOrdinaryParts(value, at + 1, value.length(), MAX_DOMAIN_LABEL, false);
    }

    private static boolean areOrdinaryParts(String value, int from, int to, int maxLength, boolean local) {
        int start = from;
        for (int i = from; i <= to; i++) {
            char c = i == to ? '.' : value.charAt(i);
            if (c == '.') {
                if (i == start || i - start > maxLength || !local && value.charAt(i - 1) == '-') {
                    return false;
                }
                start = i + 1;
            } else if (!isLetterOrDigit(c) && !(local ? c == '-' || c == '_' || c == '+' : c == '-' && i > start)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z';
    }
}
