package org.millrace.advisor.report;

import org.millrace.advisor.diagnosis.Diagnosis;

/** A diagnosis and the node it was made on. */
public record Report(String node, Diagnosis diagnosis) {}
