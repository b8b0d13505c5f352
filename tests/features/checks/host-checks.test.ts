import { beforeEach, describe, expect, it } from "vitest";
import { recordCheckConfig } from "../../../contract/checks/settings-input.ts";
import { monitoringSettings } from "../../../contract/settings/monitoring.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { planHost } from "../../../server/features/checks/plan.ts";
import { refreshStatuses } from "../../../server/features/checks/refresh-statuses.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const plan = (host: string, ports: number[]) =>
  planHost(
    { hostname: host, ips: "[]", title: "web03" },
    { settings: monitoringSettings.parse({}), own: recordCheckConfig.parse({ ports }) },
  ).map(({ kind, part, config }) => [kind, part, "startTls" in config ? config.startTls : undefined]);

describe("the ports of a host", () => {
  it("are connected to, and those of mail greeted and asked for their certificate", () => {
    expect(plan("mail.amsel.de", [22, 25, 465, 587, 143, 993])).toEqual([
      ["ping", "", undefined],
      ["tcp", "22", undefined],
      ["smtp", "25", undefined],
      ["tls", "25", "smtp"],
      ["tcp", "465", undefined],
      ["tls", "465", null],
      ["smtp", "587", undefined],
      ["tls", "587", "smtp"],
      ["tcp", "143", undefined],
      ["tls", "143", "imap"],
      ["tcp", "993", undefined],
      ["tls", "993", null],
    ]);
  });

  it("have no certificate to ask for where the host has no name", () => {
    expect(plan("93.184.216.34", [25, 993])).toEqual([
      ["ping", "", undefined],
      ["smtp", "25", undefined],
      ["tcp", "993", undefined],
    ]);
  });
});

describe("a record of which a part fails", () => {
  let office: Office;
  let admin: Api;
  beforeEach(async () => {
    office = await openOffice();
    admin = await office.as(await office.hire({ role: "admin" }));
  });

  /** Has each check of a record be as it is said. */
  async function turn(type: "host" | "website", id: string, statuses: Record<string, "online" | "offline">) {
    const { db } = office.services;
    for (const [kind, status] of Object.entries(statuses))
      await db
        .updateTable("checks")
        .set({ status, statusSince: "2026-11-20T08:00:00.000Z" })
        .where("kind", "=", kind as "ping")
        .where("targetId", "=", id)
        .execute();
    await transact(systemContext(office.services), (tx) => refreshStatuses(tx, type, [id]));
    return (await admin[type].get({ id })).values.status;
  }

  it("is impaired as long as it answers: a host with a silent job, a website with another", async () => {
    const host = (await createRecord(admin, "host", { hostname: "web03.amsel.de" })).id;
    const website = (await createRecord(admin, "website", { url: "https://www.amsel.de/" })).id;
    const beat = { kind: "cron", label: "Nachtlauf", everySeconds: 3600 } as const;
    await admin.heartbeat.create({ target: { type: "host", id: host }, ...beat });
    await admin.heartbeat.create({ target: { type: "website", id: website }, ...beat });
    expect(await turn("host", host, { ping: "online", push: "offline" })).toBe("degraded");
    expect(await turn("host", host, { ping: "offline", push: "offline" })).toBe("offline");
    expect(await turn("website", website, { http: "online", tls: "online", push: "offline" })).toBe("degraded");
    expect(await turn("website", website, { http: "online", tls: "offline", push: "online" })).toBe("offline");
    expect(await turn("website", website, { http: "online", tls: "online", push: "online" })).toBe("online");
  });

  it("is never offline for a silent job, not even where nothing else says anything of it", async () => {
    const host = (await createRecord(admin, "host", { hostname: "web04.amsel.de" })).id;
    const website = (await createRecord(admin, "website", { url: "https://intern.amsel.de/" })).id;
    const beat = { kind: "cron", label: "Nachtlauf", everySeconds: 3600 } as const;
    await admin.heartbeat.create({ target: { type: "host", id: host }, ...beat });
    await admin.heartbeat.create({ target: { type: "website", id: website }, ...beat });
    expect(await turn("host", host, { push: "offline" })).toBe("degraded");
    expect(await turn("host", host, { ping: "offline", push: "online" })).toBe("offline");
    expect(await turn("website", website, { push: "offline" })).toBe("degraded");
    expect(await turn("website", website, { http: "offline", push: "online" })).toBe("offline");
  });
});
