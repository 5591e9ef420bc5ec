package org.millrace.testsuite.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Names of people from two dozen countries, with accents, apostrophes, spaces and other scripts. Immutable. */
final class Names {
    private static final List<Country> COUNTRIES = load();

    /** A person's name as it is written, and as it can stand in a user name or an address. */
    record Person(String country, Name given, Name family) {}

    /** @param ascii lower case, letters only */
    record Name(String written, String ascii) {
        static Name of(String entry) {
            int equals = entry.indexOf('=');
            return equals < 0
                    ? new Name(entry, Romanisation.of(entry))
                    : new Name(entry.substring(0, equals), Romanisation.of(entry.substring(equals + 1)));
        }
    }

    private record Country(String code, List<Name> given, List<Name> family) {
        static Country of(String line) {
            String[] columns = line.split("\\|", -1);
            return new Country(columns[0], names(columns[1]), names(columns[2]));
        }

        private static List<Name> names(String column) {
            return Stream.of(column.split(",", -1)).map(Name::of).toList();
        }
    }

    private Names() {}

    /** The same person for the same state of the generator. */
    static Person next(RandomGenerator random) {
        Country country = pick(COUNTRIES, random);
        return new Person(country.code(), pick(country.given(), random), pick(country.family(), random));
    }

    private static <T> T pick(List<T> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    private static List<Country> load() {
        try (InputStream in = Names.class.getResourceAsStream("names.txt")) {
            if (in == null) {
                throw new IllegalStateException("names.txt is not on the class path");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Country::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
