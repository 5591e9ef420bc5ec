package org.millrace.bulk.chunk;

/**
 * How many chunks at once are worth it, by how much they slow each other down. With {@code n} at once, each {@code s} times slower
 * than alone, the database does {@code n / s} chunks in the time of one, and the other {@code n - n / s} queue. That queue is
 * what <a href="https://doi.org/10.1145/190314.190317">TCP Vegas</a> goes by: it lets in one more while the queue is short, and
 * one less when it is long. Once a search has come to its end, the least is taken that does nearly as much as the most that was
 * seen, and kept until the times change, or for a while: then the search is done once more, and both know more than one. Not
 * safe for threads.
 */
final class LatencyLimit {
    /** A limit is judged by so many chunks, and by two more for each that it lets through: a single one says little. */
    private static final int JUDGED_BY = 8;

    /** Beyond it, the database is not what it was when the limit was found. */
    private static final double SAME = 1.3;

    /** Judgements on end that say so: one may be chance. */
    private static final int TIMES_ANOTHER = 2;

    /**
     * A limit that is not judged by so many times the chunks that it takes is given up: short jobs and bodies that come slowly
     * seldom use all of it.
     */
    private static final int GIVEN_UP = 4;

    /** Chunks that are written alone for a search, which compares all others with them. */
    private static final int SOLOS = 2;

    /** Judgements before the search is done once more, after the first one: about as many as it took. */
    private static final int FIRST_REST = 6;

    /** As often doubled as it may be: some hundred chunks, a minute or two. So late is found what changes by less than {@link #SAME}. */
    private static final int LONGEST_REST = 24;

    private int ceiling;
    private Throughputs throughputs = new Throughputs();
    private LimitSearch search;
    private int settled;
    private int rest;
    private int nextRest = FIRST_REST;
    private int timesAnother;
    private double sum;
    private int samples;
    private int unjudged;
    private boolean judged;
    private int solos = SOLOS;

    /** What holds until a search begins, which it does with chunks that are written alone. */
    private int before = 1;

    /** Begins with one chunk at a time. */
    LatencyLimit(int ceiling) {
        this.ceiling = Math.min(LimitSearch.MOST, ceiling);
        this.search = new LimitSearch(1, this.ceiling, throughputs);
    }

    /** Begins with a limit that somebody else has found. */
    static LatencyLimit known(int limit, int ceiling) {
        LatencyLimit known = new LatencyLimit(ceiling);
        if (limit > 0) {
            known.settled = Math.min(limit, known.ceiling);
            known.rest = FIRST_REST;
            known.judged = true;
            known.solos = 0;
        }
        return known;
    }

    int limit() {
        if (settled > 0) {
            return settled;
        }
        return wantsSolo() ? before : search.limit();
    }

    /** Whether a search is about to begin, for which it is good to know how fast a chunk is alone. */
    boolean wantsSolo() {
        return solos > 0;
    }

    /** Says that a chunk was alone. After the last one, nobody need try what one at a time does: all is compared with that. */
    void hadSolo() {
        boolean last = solos == 1;
        solos = Math.max(0, solos - 1);
        if (last && settled == 0 && search.limit() == 1) {
            judge(1, 1);
        }
    }

    /** Whether limits are tried out. */
    boolean isSearching() {
        return settled == 0;
    }

    /**
     * Says that what is written from now on is written by another number of nodes. The limit stays for now; its throughput may be
     * another, and a better one is looked for soon.
     *
     * @param most how many chunks there may be at once
     */
    void reach(int most) {
        ceiling = Math.min(most, LimitSearch.MOST);
        throughputs = new Throughputs();
        nextRest = FIRST_REST;
        rest = FIRST_REST;
        timesAnother = 0;
        if (settled == 0) {
            searchNear(limit());
        }
        settled = Math.min(settled, ceiling);
        restart();
    }

    int ceiling() {
        return ceiling;
    }

    /** Whether anything is known yet. */
    boolean isJudged() {
        return judged;
    }

    /** Forgets what was seen since the last judgement: the limit was not what held then. */
    void restart() {
        sum = 0;
        samples = 0;
    }

    /** Takes account of any chunk that was written, before what can be learnt of it: a limit that is seldom used is given up. */
    void pass() {
        unjudged++;
        if (settled == 0 && unjudged >= GIVEN_UP * enough() && search.hasTried()) {
            settle();
        }
    }

    /** Takes account of a chunk that was written alone, which is all that there may be. */
    void addAlone() {
        // A search knows already what one alone does.
        add(1, settled == 0 ? 1 : enough());
    }

    /** Takes account of a chunk that was written while as many were as may be, and was this many times slower than alone. */
    void add(double slowdown) {
        add(slowdown, enough());
    }

    private int enough() {
        return JUDGED_BY + 2 * limit();
    }

    private void add(double slowdown, int enough) {
        if (wantsSolo()) {
            // The search has not begun: of what holds until then, nothing is asked.
            judged = true;
            return;
        }
        sum += slowdown;
        samples++;
        int at = limit();
        if (samples >= enough) {
            double mean = sum / samples;
            restart();
            judged = true;
            judge(at, mean);
        }
    }

    private void judge(int at, double slowdown) {
        double now = at / slowdown;
        unjudged = 0;
        if (settled == 0) {
            search(slowdown);
        } else if (throughputs.knows(at)) {
            rest(at, now);
        } else {
            throughputs.add(at, now);
        }
    }

    private void search(double slowdown) {
        if (!search.next(slowdown)) {
            settle();
        }
    }

    private void settle() {
        settled = search.found();
        rest = nextRest;
        restart();
    }

    private void rest(int at, double now) {
        double then = throughputs.of(at);
        timesAnother = now * SAME < then || now > SAME * then ? timesAnother + 1 : 0;
        rest--;
        if (timesAnother >= TIMES_ANOTHER) {
            throughputs = new Throughputs();
            nextRest = FIRST_REST;
            searchFrom(1);
        } else if (rest <= 0) {
            nextRest = Math.min(LONGEST_REST, 2 * nextRest);
            searchNear(at);
        }
    }

    /** From where more can be tried, and less. */
    private void searchNear(int limit) {
        searchFrom(Math.min(ceiling, limit <= LimitSearch.FEW ? 1 : limit / 2));
    }

    private void searchFrom(int limit) {
        before = Math.min(limit(), ceiling);
        settled = 0;
        timesAnother = 0;
        unjudged = 0;
        search = new LimitSearch(limit, ceiling, throughputs);
        solos = SOLOS;
    }
}
