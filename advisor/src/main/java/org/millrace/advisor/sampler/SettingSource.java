package org.millrace.advisor.sampler;

import java.util.Collection;
import org.millrace.advisor.model.Setting;

/**
 * Knows settings in force. Called every few seconds from the sampling thread: it must not block, and keeps what is dear
 * to find out.
 *
 * <p>Secrets are masked here, at the source: nothing downstream ever holds one.
 */
public interface SettingSource {

    /** Everything it knows at this moment; empty if its owner is out of reach. */
    Collection<Setting> settings();
}
