// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { LatestChanges } from "../../../app/features/change-events/latest-changes.tsx";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { recordChangeEvents } from "../../../server/features/change-events/record.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

test("the feed of the dashboard cuts long values in their middle, and keeps the whole at hand", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen" });
  const { id } = await createRecord(await office.as(jana), "domain", { name: "amsel.de" });
  const key = `v=DKIM1; p=${"A".repeat(400)}Ende`;
  await transact(systemContext(office.services), (tx) =>
    recordChangeEvents(tx, [
      { source: "dns", kind: "records", target: { type: "domain", id }, before: ["kurz"], after: [key] },
    ]),
  );
  const { host } = await openPage(office, jana, <LatestChanges />);
  await until(() => expect(host.textContent).toContain("kurz"));
  const told = host.querySelector(`[title="${key}"]`);
  expect(told?.textContent).toMatch(/^v=DKIM1; p=A+ … A+Ende$/);
  expect(told?.textContent?.length).toBeLessThan(80);
});
