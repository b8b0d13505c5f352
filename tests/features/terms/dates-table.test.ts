import path from "node:path";
import { expect, test } from "vitest";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { tendTerms } from "../../../server/features/terms/roll-over.ts";
import { createSampleAgency } from "../../../server/sample/agency.ts";
import { type Office, openOffice } from "../../support/office.ts";

const file = path.resolve("docs/decisions/tables/0030-dates-400-days-later.md");
const days = 400;

interface Dates {
  end: string;
  cancelBy: string | null;
  fate: string;
}
type Reading = Map<string, Dates>;

async function readContracts({ services: { db } }: Office): Promise<Reading> {
  const rows = await db.selectFrom("contracts").selectAll().where("autoRenew", "=", 1).execute();
  return new Map(
    rows.flatMap(({ number, endAt, cancelBy, status }) =>
      endAt ? [[number, { end: endAt, cancelBy, fate: status === "ended" ? "ended" : "runs" }]] : [],
    ),
  );
}

async function readDomains({ services }: Office): Promise<Reading> {
  const today = portalDate(services.now());
  const rows = await services.db.selectFrom("domains").selectAll().where("autoRenew", "=", 1).execute();
  return new Map(
    rows.flatMap(({ name, renewsAt, cancelBy, endsAt }) =>
      renewsAt ? [[name, { end: renewsAt, cancelBy, fate: endsAt !== null && endsAt < today ? "left" : "runs" }]] : [],
    ),
  );
}

/** A row for each record, of those that have a date before a day when one is given. */
function table(before: Reading, after: Reading, until = "9999"): string[] {
  return [
    "| Record | End, before | Cancel by, before | End, after | Cancel by, after | Then |",
    "|---|---|---|---|---|---|",
    ...[...before]
      .filter(([, { end }]) => end < until)
      .map(([name, was]) => {
        const is = after.get(name);
        return `| ${[name, was.end, was.cancelBy ?? "–", is?.end, is?.cancelBy ?? "–", is?.fate].join(" | ")} |`;
      })
      .sort(),
  ];
}

test("the table of the sample's dates 400 days later is what the portal makes of them", async () => {
  const office = await openOffice();
  await createSampleAgency(office.services, await office.hire({ role: "admin" }));
  const today = portalDate(office.services.now());
  const later = addDays(today, days);
  const before = { contracts: await readContracts(office), domains: await readDomains(office) };
  office.advance(Date.parse(later) - Date.parse(today));
  await tendTerms(office.services);
  const after = { contracts: await readContracts(office), domains: await readDomains(office) };
  const running = [...after.contracts.values(), ...after.domains.values()].filter(({ fate }) => fate === "runs");
  expect(running.filter(({ end, cancelBy }) => end < later || (cancelBy !== null && cancelBy < later))).toEqual([]);
  const text = [
    "# Dates 400 days later",
    "",
    "Every contract of the sample agency that renews itself, and every domain that renews itself within these days, as they",
    `were entered on ${formatCalendarDate(today)} and, with nothing edited, on ${formatCalendarDate(later)}. Written anew by`,
    "`npx vitest run --project unit tests/features/terms/dates-table.test.ts -u`; without `-u` the same test compares.",
    "",
    "Before terms rolled on, both days of the second pair were those of the first: 39 of the contracts had „Kündbar bis“ and",
    "174 of the domains their renewal in the past. Of what runs, none has a date in the past now.",
    "",
    "„left“ was cancelled or handed over before and ended on its day; „ended“ is the same of a contract.",
    "",
    "## Contracts",
    "",
    ...table(before.contracts, after.contracts),
    "",
    "## Domains",
    "",
    ...table(before.domains, after.domains, later),
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot(file);
});
