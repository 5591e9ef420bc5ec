package org.millrace.bulk.format.csv;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Column names and boolean values as spreadsheets and directories in several languages write them. Case, accents, spaces, hyphens and
 * underscores do not matter.
 */
public final class CsvAliases {
    private static final Pattern IGNORED = Pattern.compile("[\\s_'’-]+");
    private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");

    private static final Map<String, String> COLUMNS = new TreeMap<>();
    private static final Map<String, Boolean> BOOLEANS = new TreeMap<>();

    static {
        columns(
                "username",
                "username user login loginname userlogin uid samaccountname userprincipalname upn"
                        // German, French, Spanish, Italian, Portuguese, Dutch, Polish
                        + " benutzername benutzer anmeldename nomdutilisateur utilisateur identifiant nombredeusuario"
                        + " usuario nomeutente utente nomedeusuario nomedeutilizador gebruikersnaam gebruiker"
                        + " nazwauzytkownika");
        columns(
                "email",
                "email mail emailaddress emailadresse mailadresse primaryemail adresseemail adressemail courriel correo"
                        + " correoelectronico indirizzoemail postaelettronica enderecodeemail emailadres adresemail");
        columns("firstName", "firstname givenname forename vorname prenom nombre nome primeironome voornaam imie");
        columns(
                "lastName",
                "lastname surname familyname sn nachname familienname zuname nom nomdefamille apellido apellidos cognome"
                        + " sobrenome apelido achternaam nazwisko");
        columns(
                "enabled",
                "enabled active isactive isenabled accountenabled aktiv aktiviert actif activo habilitado attivo abilitato"
                        + " ativo actief aktywny");
        columns("emailVerified", "emailverified isemailverified emailconfirmed verifiedemail emailverifiziert");
        columns("password", "password passwort kennwort motdepasse contrasena wachtwoord senha haslo");
        columns("groups", "groups group gruppen gruppe groupes groupe grupos grupo gruppi gruppo groepen grupy");
        columns("realmRoles", "realmroles roles role rollen rolle ruoli rol papeis");
        columns("requiredActions", "requiredactions requiredaction");
        columns("createdTimestamp", "createdtimestamp");
        columns("federationLink", "federationlink");
        columns("serviceAccountClientId", "serviceaccountclientid");
        columns("passwordTemporary", "passwordtemporary temporarypassword");
        columns("notBefore", "notbefore");
        booleans(
                true,
                "true t yes y 1 on wahr ja vrai oui verdadero si vero verdadeiro sim waar prawda tak"
                        // Russian, Turkish, Czech, Hungarian, Swedish, Danish, Norwegian, Finnish, Romanian
                        + " истина dogru pravda igaz sant sand sann tosi adevarat");
        booleans(
                false,
                "false f no n 0 off falsch nein faux non falso nao onwaar nee falsz nie"
                        + " ложь yanlis nepravda hamis falskt falsk usann epatosi fals");
    }

    private CsvAliases() {}

    private static void columns(String field, String names) {
        for (String name : names.split(" ")) {
            COLUMNS.put(name, field);
        }
    }

    private static void booleans(boolean value, String words) {
        for (String word : words.split(" ")) {
            BOOLEANS.put(word, value);
        }
    }

    /** The field of a user that a header cell means; empty if the name is unknown. */
    static Optional<String> field(String name) {
        return Optional.ofNullable(COLUMNS.get(plain(name)));
    }

    /** The boolean that a cell means; empty if it is none. */
    public static Optional<Boolean> flag(String cell) {
        return Optional.ofNullable(BOOLEANS.get(plain(cell)));
    }

    /** A name in lower case without accents and what does not matter. */
    static String plain(String text) {
        String ascii =
                ACCENTS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD)).replaceAll("");
        return IGNORED.matcher(ascii)
                .replaceAll("")
                .toLowerCase(Locale.ROOT)
                .replace("ł", "l")
                .replace("ı", "i");
    }
}
