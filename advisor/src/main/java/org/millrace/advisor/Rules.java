package org.millrace.advisor;

import java.util.List;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.cache.EntityCacheTooSmall;
import org.millrace.advisor.rule.host.CpuThrottled;
import org.millrace.advisor.rule.http.QueueUnbounded;
import org.millrace.advisor.rule.http.RequestsQueue;
import org.millrace.advisor.rule.jvm.GcOverhead;
import org.millrace.advisor.rule.observability.LoadNotMeasured;
import org.millrace.advisor.rule.pool.AcquisitionsTimeOut;
import org.millrace.advisor.rule.pool.ConnectionsBreak;
import org.millrace.advisor.rule.pool.ConnectionsLeak;
import org.millrace.advisor.rule.pool.DatabaseBehindPoolSaturated;
import org.millrace.advisor.rule.pool.DatabaseFarAway;
import org.millrace.advisor.rule.pool.HeldWhileBusyElsewhere;
import org.millrace.advisor.rule.pool.PoolGrowsUnderLoad;
import org.millrace.advisor.rule.pool.PoolOversized;
import org.millrace.advisor.rule.pool.PoolTooSmall;
import org.millrace.advisor.rule.postgres.AutovacuumBusy;
import org.millrace.advisor.rule.postgres.BufferCacheSmall;
import org.millrace.advisor.rule.postgres.CheckpointsForced;
import org.millrace.advisor.rule.postgres.CommitsSlow;
import org.millrace.advisor.rule.postgres.ConnectionBudget;
import org.millrace.advisor.rule.postgres.DatabaseNotObservable;
import org.millrace.advisor.rule.postgres.DatabaseProcessorsSaturated;
import org.millrace.advisor.rule.postgres.DeadRowsGrow;
import org.millrace.advisor.rule.postgres.ExpirySlow;
import org.millrace.advisor.rule.postgres.HorizonHeldBack;
import org.millrace.advisor.rule.postgres.IndexesMissing;
import org.millrace.advisor.rule.postgres.LargeTableScanned;
import org.millrace.advisor.rule.postgres.LockWaits;
import org.millrace.advisor.rule.postgres.MaintenanceMemorySmall;
import org.millrace.advisor.rule.postgres.PagesContended;
import org.millrace.advisor.rule.postgres.SessionUpdatesCostly;
import org.millrace.advisor.rule.postgres.TooManyActiveSessions;
import org.millrace.advisor.rule.postgres.WorkMemoryUnfit;
import org.millrace.advisor.rule.postgres.WraparoundNear;
import org.millrace.advisor.rule.safety.AutovacuumDisabled;
import org.millrace.advisor.rule.safety.BackupFailing;
import org.millrace.advisor.rule.safety.CommitsNotDurable;
import org.millrace.advisor.rule.safety.ConstraintsDisabled;
import org.millrace.advisor.rule.safety.DevelopmentInProduction;
import org.millrace.advisor.rule.safety.FsyncOff;
import org.millrace.advisor.rule.safety.MigrationLeftOver;
import org.millrace.advisor.rule.safety.PasswordHashesWeak;
import org.millrace.advisor.rule.safety.PoolBelowMinimum;
import org.millrace.advisor.rule.safety.ReplicationBroken;
import org.millrace.advisor.rule.safety.ResetProtectionOff;
import org.millrace.advisor.rule.safety.TablesUnlogged;
import org.millrace.advisor.rule.threads.ThreadsAllBusy;

/** All rules: the one place where a rule is registered. */
public final class Rules {

    private Rules() {}

    public static List<Rule> all() {
        return List.of(
                new LoadNotMeasured(),
                new QueueUnbounded(),
                new RequestsQueue(),
                new ResetProtectionOff(),
                new ThreadsAllBusy(),
                new PoolTooSmall(),
                new DatabaseBehindPoolSaturated(),
                new PoolOversized(),
                new PoolGrowsUnderLoad(),
                new AcquisitionsTimeOut(),
                new ConnectionsLeak(),
                new PoolBelowMinimum(),
                new ConnectionsBreak(),
                new HeldWhileBusyElsewhere(),
                new DatabaseFarAway(),
                new TooManyActiveSessions(),
                new ConnectionBudget(),
                new DatabaseProcessorsSaturated(),
                new CheckpointsForced(),
                new DeadRowsGrow(),
                new AutovacuumBusy(),
                new PagesContended(),
                new LockWaits(),
                new LargeTableScanned(),
                new IndexesMissing(),
                new BufferCacheSmall(),
                new WorkMemoryUnfit(),
                new MaintenanceMemorySmall(),
                new CommitsSlow(),
                new HorizonHeldBack(),
                new ExpirySlow(),
                new DatabaseNotObservable(),
                new WraparoundNear(),
                new SessionUpdatesCostly(),
                new FsyncOff(),
                new CommitsNotDurable(),
                new TablesUnlogged(),
                new AutovacuumDisabled(),
                new ReplicationBroken(),
                new ConstraintsDisabled(),
                new MigrationLeftOver(),
                new PasswordHashesWeak(),
                new DevelopmentInProduction(),
                new BackupFailing(),
                new EntityCacheTooSmall(),
                new GcOverhead(),
                new CpuThrottled());
    }
}
