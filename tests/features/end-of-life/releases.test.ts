import { describe, expect, it } from "vitest";
import { findRelease } from "../../../server/features/end-of-life/releases.ts";

describe("the release to which an installed version belongs", () => {
  it.each<[string, string | null, string, string | null]>([
    ["PHP", "8.2", "PHP 8.2", "2026-12-31"],
    ["php", "8.2.33", "PHP 8.2", "2026-12-31"],
    ["TYPO3", "11.5.37", "TYPO3 11", "2024-10-31"],
    ["TYPO3 CMS", "v12.4", "TYPO3 12", "2026-04-30"],
    ["Debian GNU/Linux", "12 (bookworm)", "Debian 12", "2028-06-30"],
    ["Debian 12", null, "Debian 12", "2028-06-30"],
    ["Debian", "Bookworm", "Debian 12", "2028-06-30"],
    ["Ubuntu", "22.04.5 LTS", "Ubuntu 22.04", "2027-04-01"],
    ["Ubuntu 24.04 LTS", "", "Ubuntu 24.04", "2029-05-31"],
    ["Shopware", "6.5.8.14", "Shopware 6.5", "2027-02-28"],
    ["Joomla!", "5.2.1", "Joomla! 5", null],
    ["wp", "6.8.1", "WordPress 6.8", "2025-12-02"],
    ["Windows Server", "2022", "Microsoft Windows Server 2022", "2031-10-14"],
    ["Magento", "2.4.9-p1", "Magento 2.4.9", null],
  ])("%s %s is %s", (name, version, label, supportedUntil) => {
    const found = findRelease(name, version);
    expect(found?.label).toBe(label);
    if (supportedUntil) expect(found?.supportedUntil).toBe(supportedUntil);
  });

  it.each<[string, string | null]>([
    ["PHP", null],
    ["PHP", "8"],
    ["PHP", "neueste"],
    ["PHP", "80.2"],
    ["Eigenbau", "1.0"],
    ["", ""],
    ["Drupalgeddon", "7"],
    ["constructor", "1"],
  ])("%j %j is not known", (name, version) => {
    expect(findRelease(name, version)).toBeUndefined();
  });
});
