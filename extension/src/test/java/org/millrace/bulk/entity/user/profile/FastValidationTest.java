package org.millrace.bulk.entity.user.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.userprofile.validator.PersonNameProhibitedCharactersValidator;
import org.keycloak.userprofile.validator.UsernameHasValueValidator;
import org.keycloak.userprofile.validator.UsernameIDNHomographValidator;
import org.keycloak.userprofile.validator.UsernameProhibitedCharactersValidator;
import org.keycloak.validate.ValidationContext;
import org.keycloak.validate.Validator;
import org.keycloak.validate.ValidatorConfig;
import org.keycloak.validate.validators.EmailValidator;
import org.keycloak.validate.validators.LengthValidator;
import org.keycloak.validate.validators.PatternValidator;

class FastValidationTest {
    private static final String ALPHABET = "ab.Z09@-_+ \t<'\"éЖ日;%\u0000..@@--";

    private static Stream<Arguments> validators() {
        ValidatorConfig none = ValidatorConfig.EMPTY;
        return Stream.of(
                Arguments.of(LengthValidator.INSTANCE, ValidatorConfig.configFromMap(Map.of("min", 3, "max", 10))),
                Arguments.of(
                        LengthValidator.INSTANCE,
                        ValidatorConfig.configFromMap(Map.of("min", 2, "max", "8", "trim-disabled", "true"))),
                Arguments.of(
                        EmailValidator.INSTANCE,
                        ValidatorConfig.configFromMap(Map.of(EmailValidator.MAX_LOCAL_PART_LENGTH_PROPERTY, 6))),
                Arguments.of(PersonNameProhibitedCharactersValidator.INSTANCE, none),
                Arguments.of(UsernameProhibitedCharactersValidator.INSTANCE, none),
                Arguments.of(new UsernameIDNHomographValidator(), none),
                Arguments.of(new UsernameHasValueValidator(), none));
    }

    private static Predicate<List<String>> sure(Validator validator, ValidatorConfig config) {
        return new FastValidation(key -> false).of(validator, config).orElseThrow();
    }

    private static boolean isValid(Validator validator, ValidatorConfig config, List<String> values) {
        ValidationContext context = new ValidationContext();
        validator.validate(values, "field", context, config);
        return context.isValid();
    }

    private static String random(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(14);
        for (int i = 0; i < length; i++) {
            // Often of the ordinary characters, or hardly any text would be accepted.
            int bound = random.nextInt(3) == 0 ? ALPHABET.length() : 8;
            text.append(ALPHABET.charAt(random.nextInt(bound)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("validators")
    void whatIsSureIsAccepted(Validator validator, ValidatorConfig config) {
        Predicate<List<String>> sure = sure(validator, config);
        SplittableRandom random = new SplittableRandom(1);
        int answers = 0;
        for (int i = 0; i < 100_000; i++) {
            String text = random(random);
            List<String> values = random.nextInt(4) == 0 ? List.of("aaa", text) : List.of(text);
            if (sure.test(values)) {
                answers++;
                assertThat(isValid(validator, config, values)).as("%s", values).isTrue();
            }
        }
        assertThat(answers).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @MethodSource("validators")
    void everyCharacterOfAsciiIsJudgedRightWhereverItStands(Validator validator, ValidatorConfig config) {
        Predicate<List<String>> sure = sure(validator, config);
        for (char c = 0; c < 256; c++) {
            for (String text :
                    List.of(c + "abc", "ab" + c + "c", "abc" + c, "a@b" + c + "c", "a" + c + "@b.c", c + "@c")) {
                if (sure.test(List.of(text))) {
                    assertThat(isValid(validator, config, List.of(text)))
                            .as(text)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void ordinaryAddressesAreSureAndOddOnesAreLeftToTheValidator() {
        assertThat(Stream.of("alice@example.org", "a.b-c_d+e@mail.example.co.uk", "1@2.3"))
                .allMatch(address -> FastValidation.isOrdinaryAddress(address, 64));
        assertThat(Stream.of(
                        "", "@", "a@", "@b", "a@b@c", "a..b@c", ".a@c", "a.@c", "a@b..c", "a@-b", "a@b-", "a@b.",
                        "é@b.c"))
                .noneMatch(address -> FastValidation.isOrdinaryAddress(address, 64));
        assertThat(FastValidation.isOrdinaryAddress("x".repeat(65) + "@example.org", 64))
                .isFalse();
        assertThat(FastValidation.isOrdinaryAddress("a@" + "x".repeat(64) + ".org", 64))
                .isFalse();
    }

    @Test
    void ofOtherValidatorsNothingIsSure() {
        assertThat(new FastValidation(key -> true)
                        .of(PatternValidator.INSTANCE, ValidatorConfig.configFromMap(Map.of("pattern", ".*"))))
                .isEmpty();
    }
}
