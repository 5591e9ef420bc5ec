package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;
import static org.millrace.testsuite.client.Problems.assertProblem;

import io.restassured.http.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;

/** Formats of the advisor's report, and the headers that choose one. */
interface ReportFormatContract extends AdvisorCalls {
    @Test
    default void reportIsMarkdownForWhoAsks() {
        Answer byParameter =
                admin().get(ADVISOR + "/report?format=markdown&window=1m").ok();
        Answer byHeader = accepting("text/markdown");

        assertThat(byParameter.header("Content-Type")).hasValue("text/markdown;charset=UTF-8");
        assertThat(byParameter.body()).startsWith("# Advisor report: ").contains("from the last 1 minute");
        assertThat(byHeader.body()).startsWith("# Advisor report: ");
    }

    @Test
    default void reportIsAPageForABrowser() {
        Answer byParameter = admin().get(ADVISOR + "/report?format=html").ok();
        Answer byHeader = accepting("text/html,application/xhtml+xml,*/*;q=0.8").ok();

        assertThat(byParameter.header("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(byParameter.body()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(byHeader.body()).startsWith("<!DOCTYPE html>");
    }

    @ParameterizedTest
    @CsvSource({
        "format=pdf, unsupported-format",
        "window=1h, invalid-window",
        "window=soon, invalid-window",
        "scope=galaxy, unsupported-scope"
    })
    default void whatIsNotSupportedIsAProblemWithACode(String query, String code) {
        Answer answer = admin().get(ADVISOR + "/report?" + query);

        assertProblem(answer, 400, code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*                                        | application/json",
                "text/*                                     | text/html",
                "text/markdown;q=0.9, text/html;q=0.1       | text/markdown",
                "text/html;q=0, text/*                      | text/markdown",
                "*/*, application/json;q=0, text/html;q=0.5 | text/markdown"
            })
    default void formatIsTheOneThatIsWantedMost(String accept, String mediaType) {
        assertThat(accepting(accept).ok().header("Content-Type")).hasValue(mediaType + ";charset=UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", "text/html;q=0", "application/json;q=0.0, text/csv"})
    default void whatIsNotAcceptableIsSaidSo(String accept) {
        Answer answer = accepting(accept);

        assertProblem(answer, 406, "not-acceptable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;q=NaN", "application/json;q=1.5", "json", "text/html;q=x, */*"})
    default void headerThatCannotBeReadIsSaidToBeSo(String accept) {
        Answer answer = accepting(accept);

        assertProblem(answer, 400, "invalid-accept");
    }

    @Test
    default void whoNamesAFormatNeedsNoHeader() {
        admin().given()
                .header("Accept", "json")
                .get(ADVISOR + "/report?format=json")
                .then()
                .statusCode(200)
                .header("Content-Type", "application/json;charset=UTF-8");
    }

    private Answer accepting(String mediaType) {
        return Answer.of(admin().given().header("Accept", mediaType), Method.GET, ADVISOR + "/report");
    }
}
