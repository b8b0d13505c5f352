// @vitest-environment happy-dom
import { queryAllByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NeedRow } from "../../../app/features/dashboard/needs/need-row.tsx";
import { useNeedActs } from "../../../app/features/dashboard/needs/use-need-acts.ts";
import { deviceListUi } from "../../../app/features/devices/list-ui.ts";
import { RecordList } from "../../../app/records/list/record-list.tsx";
import { KeyData } from "../../../app/records/page/key-data.tsx";
import type { Need } from "../../../contract/dashboard/needs.ts";
import { dateState } from "../../../contract/deadlines/deadlines.ts";
import { decidingFields, deviationOf, saysNothing } from "../../../contract/deadlines/deviations.ts";
import { devices } from "../../../contract/devices/devices.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

const today = "2026-11-20";
const undecided = { renewDecision: "open", renewsAt: "2026-12-20", noticeDays: 30 };
const running = { status: "active", autoRenew: true, noticeDays: 30 };

describe("the decision of a domain", () => {
  test.each([
    [{ renewDecision: "open", renewsAt: null }, true],
    [{ renewDecision: "open", renewsAt: "2027-06-01" }, false],
    [{ renewDecision: "cancel", renewsAt: null }, false],
    // A list that has not read the date cannot know.
    [{ renewDecision: "open" }, false],
  ])("of %o says nothing: %s", (values, expected) => {
    expect(saysNothing("domain", "renewDecision", values)).toBe(expected);
  });
});

describe("the state of a date", () => {
  test.each([
    ["2026-11-19", "over"],
    ["2026-11-20", "soon"],
    ["2026-11-27", "soon"],
    ["2026-11-28", "later"],
  ])("of a week's notice, %s is %s", (date, state) => {
    expect(dateState({ leadDays: 7 }, date, today)).toBe(state);
  });
});

describe("what is not as it should be", () => {
  test.each([
    ["device", "warrantyUntil", { warrantyUntil: "2026-11-19" }, "bad", "seit 1 Tag abgelaufen"],
    ["device", "warrantyUntil", { warrantyUntil: "2026-10-13" }, "bad", "seit 38 Tagen abgelaufen"],
    ["device", "warrantyUntil", { warrantyUntil: "2026-11-30" }, "warn", "noch 10 Tage"],
    ["device", "expectedReturnAt", { expectedReturnAt: "2026-11-20" }, "warn", "heute"],
    ["device", "status", { status: "missing" }, "bad", undefined],
    [
      "domain",
      "cancelBy",
      { ...undecided, cancelBy: "2026-11-19" },
      "bad",
      "Kündigungsfrist verpasst, Entscheidung offen",
    ],
    [
      "domain",
      "renewDecision",
      { ...undecided, cancelBy: "2026-11-19" },
      "bad",
      "Kündigungsfrist verpasst, Entscheidung offen",
    ],
    ["domain", "cancelBy", { ...undecided, cancelBy: "2026-11-21" }, "warn", "morgen"],
    ["domain", "daysLeft", { ...undecided }, "warn", "noch 30 Tage"],
    ["contract", "cancelBy", { ...running, cancelBy: "2026-11-19" }, "bad", "Kündigungsfrist verpasst"],
    ["customer", "avvStatus", { status: "active", avvStatus: "missing" }, "warn", undefined],
  ] as [Parameters<typeof deviationOf>[0], string, Record<string, unknown>, string, string | undefined][])(
    "%s.%s of %j is %s: %s",
    (type, name, values, tone, text) => {
      expect(deviationOf(type, name, values, today)).toEqual({ tone, ...(text && { text }) });
    },
  );

  test.each([
    ["device", "warrantyUntil", { warrantyUntil: "2026-11-19", status: "retired" }],
    ["device", "warrantyUntil", { warrantyUntil: "2027-06-01" }],
    ["domain", "cancelBy", { ...undecided, renewDecision: "keep", cancelBy: "2026-11-19" }],
    ["domain", "cancelBy", { ...undecided, renewsAt: "2026-11-10", cancelBy: "2026-10-11" }],
    ["domain", "renewsAt", { renewDecision: "keep", autoRenew: true, renewsAt: "2026-11-25" }],
    ["contract", "cancelBy", { ...running, status: "ended", cancelBy: "2026-11-19" }],
    ["contract", "cancelBy", { ...running, cancelBy: "2026-10-01" }],
    ["customer", "avvStatus", { status: "prospect", avvStatus: "missing" }],
    ["website", "name", { name: "Weingut Amsel" }],
  ] as [Parameters<typeof deviationOf>[0], string, Record<string, unknown>][])(
    "%s.%s of %j is as it should be",
    (type, name, values) => {
      expect(deviationOf(type, name, values, today)).toBeUndefined();
    },
  );

  test("is decided by fields that a list reads beside its columns", () => {
    expect(decidingFields("domain", ["cancelBy"])).toEqual(
      expect.arrayContaining(["cancelBy", "renewDecision", "renewsAt", "noticeDays"]),
    );
  });
});

describe("on screen", () => {
  let office: Office;
  let jana: Person;
  let api: Api;
  const inDays = (days: number) => addDays(portalDate(office.services.now()), days);
  beforeEach(async () => {
    office = await openOffice();
    jana = await office.hire({ name: "Jana Petersen", role: "admin" });
    api = await office.as(jana);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("a list marks what is over and what is near, and a card names the date and the person", async () => {
    const device = await createRecord(api, "device", { name: "Falke 14", warrantyUntil: inDays(-3) });
    await createRecord(api, "device", { name: "Habicht 9", warrantyUntil: inDays(400) });
    const to = { type: "user" as const, id: jana.id };
    const back = inDays(5);
    await api.device.checkOut({ deviceIds: [device.id], to, expectedReturnAt: back });
    const { host } = await openPage(office, jana, <RecordList declaration={devices} ui={deviceListUi} />);
    await until(() => expect(queryAllByRole(host, "row").slice(1)).toHaveLength(2));
    const [falke, habicht] = queryAllByRole(host, "row")
      .slice(1)
      .map((row) => [...row.querySelectorAll("[data-deviation]")]);
    const marks = falke?.map((mark) => [mark.getAttribute("data-deviation"), mark.textContent]) ?? [];
    expect(marks).toContainEqual(["warn", expect.stringContaining("noch 5 Tage")]);
    expect(marks).toContainEqual(["bad", expect.stringContaining("seit 3 Tagen abgelaufen")]);
    expect(habicht).toEqual([]);
    const card = queryAllByRole(host, "rowheader")[0]?.textContent;
    expect(card).toMatch(/Ausgegeben.*Jana Petersen.*Garantie bis \d\d\.\d\d\./);
  });

  test("key data say it in words", async () => {
    const { id } = await createRecord(api, "domain", { ...undecided, autoRenew: false, renewsAt: inDays(-20) });
    const { host } = await openPage(office, jana, <KeyData record={await api.domain.get({ id })} />);
    await until(() => expect(host.textContent).toContain("seit 20 Tagen überfällig"));
  });

  test("a row of the dashboard has the same state", async () => {
    const need: Need = {
      source: "deadline",
      id: "f1",
      kind: "domainCancel",
      title: "amsel.example",
      note: "Kündigungsfrist",
      href: "/domains/d1",
      dueOn: "2026-11-17",
      days: -3,
      sla: "none",
      responsible: null,
      claim: null,
      claimable: null,
      act: "open",
    };
    const Row = () => <NeedRow need={need} today={today} acts={useNeedActs()} isLeaving={false} />;
    const { host } = await openPage(office, jana, <Row />);
    expect(host.querySelector("[data-state]")?.getAttribute("data-state")).toBe("over");
    expect(host.textContent).toContain("3 Tage überfällig");
  });
});
