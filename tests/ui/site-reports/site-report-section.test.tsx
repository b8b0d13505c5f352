// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { SiteReportSection } from "../../../app/features/site-reports/site-report-section.tsx";
import type { SiteReport } from "../../../contract/site-reports/site-reports.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

/** A WordPress that has reported, and a portal with a key for the feed of vulnerabilities. */
async function openReported(more: Partial<SiteReport> = {}) {
  const office = await openOffice();
  const { db } = office.services;
  const admin = await office.hire({ role: "admin" });
  const api = await office.as(admin);
  await api.setting.update({ section: "technologies", values: {}, secrets: { wordfenceKey: "gut" }, version: 0 });
  const website = await createRecord(api, "website", { cms: "WordPress" });
  await api.siteReport.connect({ websiteId: website.id });
  const report: SiteReport = {
    format: 1,
    wordpress: { version: "6.8.2", update: null },
    php: "8.3.1",
    database: null,
    plugins: [{ slug: "acf", name: "ACF", version: "1.0", isActive: true, update: null }],
    themes: [],
    admins: ["jana"],
    health: null,
    cronDelayS: null,
    backup: null,
    ...more,
  };
  await db
    .updateTable("siteReporters")
    .set({ reportJson: JSON.stringify(report) })
    .execute();
  return {
    compare: (...keys: string[]) =>
      db
        .updateTable("registryLists")
        .set({ body: JSON.stringify(keys), fetchedAt: office.services.now().toISOString() })
        .where("name", "=", "vulnerabilities")
        .execute(),
    open: async () => {
      const record = await api.website.get({ id: website.id });
      return (await openPage(office, admin, <SiteReportSection website={record} />)).host;
    },
  };
}

it("a website that was not compared is not called free of vulnerabilities", async () => {
  const { compare, open } = await openReported();
  await compare("core wordpress");
  const fresh = await open();
  await until(() => expect(fresh.textContent).toContain("Noch nicht verglichenACF"));
  expect(fresh.textContent).not.toContain("Keine bekannte Sicherheitslücke");
  await compare("core wordpress", "plugin acf");
  const clean = await open();
  await until(() => expect(clean.textContent).toContain("Keine bekannte Sicherheitslücke"));
  expect(clean.textContent).not.toContain("Noch nicht verglichen");
});

it("administrators whom WordPress does not show stand apart, and nothing is said where there are none", async () => {
  const host = await (await openReported({ admins: ["jana", "mallory"], hiddenAdmins: ["mallory"] })).open();
  await until(() => expect(host.textContent).toContain("In WordPress nicht zu sehenmallory"));
  const other = await (await openReported({ hiddenAdmins: [] })).open();
  await until(() => expect(other.textContent).toContain("Administratoren"));
  expect(other.textContent).not.toContain("Versteckte Administratoren");
});
