package org.millrace.testsuite.browser;

/** The contrast of texts of a page with what is behind them. */
public final class Contrast {

    /** WCAG 2.2, 1.4.3, for text of ordinary size. */
    public static final double REQUIRED = 4.5;

    private static final String SCRIPT = """
            (() => {
              const channel = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); };
              const numbers = color => color.match(/[\\d.]+/g).map(Number);
              const light = color => { const [r, g, b] = numbers(color).map(channel); return 0.2126*r + 0.7152*g + 0.0722*b; };
              const behind = element => {
                for (let e = element; e; e = e.parentElement) {
                  const color = getComputedStyle(e).backgroundColor;
                  if (numbers(color)[3] !== 0) return color;
                }
                return 'rgb(255, 255, 255)';
              };
              let least = 21;
              for (const element of %s.querySelectorAll('%s')) {
                if (!element.textContent.trim()) continue;
                const a = light(getComputedStyle(element).color), b = light(behind(element));
                least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
              }
              return least;
            })()""";

    private Contrast() {}

    /**
     * The least contrast of any of these elements, 1 to 21.
     *
     * @param root expression of the document or shadow root
     * @param selectors of the elements, as in CSS
     */
    public static double least(Browser browser, String root, String selectors) {
        return browser.evaluate(SCRIPT.formatted(root, selectors)).asDouble();
    }
}
