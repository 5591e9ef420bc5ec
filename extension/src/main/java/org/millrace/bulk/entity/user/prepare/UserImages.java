package org.millrace.bulk.entity.user.prepare;

import org.millrace.bulk.entity.user.state.UserFingerprint;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.undo.BeforeImages;

/** The images of users that an import writes. */
public final class UserImages {
    private UserImages() {}

    /** Adds the image of a user that a record creates or changes. */
    public static void add(BeforeImages images, UserRecord item, Prepared prepared) {
        long line = item.position().line();
        if (prepared instanceof Prepared.Accepted accepted) {
            images.add(UserFingerprint.created(line, accepted.user()));
        } else if (prepared instanceof Prepared.Changed changed) {
            images.add(UserFingerprint.updated(line, changed.change(), item.setsClearPassword()));
        }
    }
}
