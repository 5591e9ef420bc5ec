package org.millrace.testsuite.importer.undo;

/** The contract of {@code POST .../jobs/{id}/undo} on every database, divided by subject. */
interface UndoContract
        extends UndoUsersContract,
                UndoRecordsContract,
                UndoStatesContract,
                UndoRequestContract,
                UndoCreatedContract,
                UndoCreatedPartsContract,
                UndoGroupsContract,
                UndoMembershipsContract,
                UndoAssociationsContract,
                RefusedUndoContract,
                UndoSettingsContract {}
