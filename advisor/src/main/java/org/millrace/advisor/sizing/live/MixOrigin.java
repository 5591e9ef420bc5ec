package org.millrace.advisor.sizing.live;

/** Where the mix of requests comes from that a capacity is a multiple of. */
public enum MixOrigin {
    /** Stated in the request. */
    GIVEN,
    /** Measured on the server in the last minutes. */
    MEASURED,
    /** Unknown: the default is the mix that the authors of the guide have tested. */
    GUIDE
}
