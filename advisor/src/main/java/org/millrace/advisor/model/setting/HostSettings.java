package org.millrace.advisor.model.setting;

import org.millrace.advisor.model.SettingName;

/** Of the machine, as settings. */
public final class HostSettings {

    public static final SettingName HUGE_PAGES = new SettingName("host.transparent_hugepage");

    public static final SettingName CPU_GOVERNOR = new SettingName("host.cpu.governor");

    /** What sets the frequency: some name their governors alike, and mean something else. */
    public static final SettingName CPU_DRIVER = new SettingName("host.cpu.driver");

    /** What kind of machine it is, by its maker; a cloud's name of the instance type where it says so. */
    public static final SettingName PRODUCT = new SettingName("host.product");

    private HostSettings() {}
}
