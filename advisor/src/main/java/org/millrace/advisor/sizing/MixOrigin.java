package org.millrace.advisor.sizing;

/** Where the mix of requests comes from that a capacity is a multiple of. */
public enum MixOrigin {
    /** Whoever asks has said it. */
    GIVEN,
    /** What the server has seen in the last minutes. */
    MEASURED,
    /** Nobody knows it: the mix that the guide's authors have tested stands in. */
    GUIDE
}
