package org.millrace.advisor.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Threshold;

/** Links from the ids of rules to their texts, which are at the end of the page. For one page and one thread. */
public final class RuleTexts {

    private static final Pattern ID = Pattern.compile("\\bKC-[A-Z]+-\\d{3}\\b");

    private final Markup out;
    private final Map<String, RuleCard> cards = new LinkedHashMap<>();
    private final TreeSet<String> mentioned = new TreeSet<>();

    /** @param catalogue the rules whose texts are known */
    public RuleTexts(Markup out, List<RuleCard> catalogue) {
        this.out = out;
        catalogue.forEach(card -> cards.put(card.id(), card));
    }

    /** A text in which each id of a known rule is a link. */
    void text(String text) {
        Matcher ids = ID.matcher(text);
        int end = 0;
        while (ids.find()) {
            out.text(text.substring(end, ids.start()));
            link(ids.group());
            end = ids.end();
        }
        out.text(text.substring(end));
    }

    private void link(String id) {
        if (cards.containsKey(id)) {
            mentioned.add(id);
            out.element("a", id, "href", "#rule-" + id);
        } else {
            out.text(id);
        }
    }

    /** An element whose text links the rules that it mentions. */
    public void element(String tag, String text, String... attributes) {
        out.open(tag, attributes);
        text(text);
        out.close();
    }

    /** The texts of the rules that the page mentions. */
    public void appendAll() {
        if (mentioned.isEmpty()) {
            return;
        }
        out.open("details", "class", "rules").element("summary", "Rules of this report");
        for (String id : mentioned) {
            RuleCard card = cards.get(id);
            if (card != null) {
                append(card);
            }
        }
        out.close();
    }

    private void append(RuleCard card) {
        out.open("section", "id", "rule-" + card.id()).element("h3", card.id() + ": " + card.title());
        out.element("p", card.rationale());
        if (!card.thresholds().isEmpty()) {
            out.open("ul");
            for (Threshold threshold : card.thresholds()) {
                out.element(
                        "li",
                        threshold.name() + ": " + Quantity.of(threshold.standard(), threshold.unit()) + ". "
                                + threshold.reason());
            }
            out.close();
        }
        appendSources(card.sources());
        out.close();
    }

    /** Links to the sources of a rule. */
    public void appendSources(List<String> sources) {
        out.open("p", "class", "soft").text("Sources: ");
        for (int i = 0; i < sources.size(); i++) {
            String source = sources.get(i);
            out.text(i == 0 ? "" : ", ");
            // Anything else, such as a script's address, is shown and leads nowhere.
            if (source.startsWith("https://")) {
                out.element("a", source, "href", source, "rel", "noreferrer");
            } else {
                out.text(source);
            }
        }
        out.close();
    }
}
