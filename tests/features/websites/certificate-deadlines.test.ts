import { beforeEach, describe, expect, it } from "vitest";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { deriveDeadlines } from "../../../server/features/deadlines/derive.ts";
import type { Api } from "../../../server/features/router.ts";
import { followCertificates } from "../../../server/features/websites/certificate-deadlines.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let api: Api;
let websiteId: string;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
  websiteId = (await createRecord(api, "website", { url: "https://www.amsel.de/" })).id;
});

/** What the checker finds out about the certificate of the website. */
async function found(certificateExpiresAt: string): Promise<void> {
  await office.services.db.updateTable("websites").set({ certificateExpiresAt }).where("id", "=", websiteId).execute();
  await transact(systemContext(office.services), (tx) => deriveDeadlines(tx, "website", [websiteId]));
}

async function turn(kind: "degraded" | "restored"): Promise<void> {
  const status = kind === "degraded" ? "degraded" : "online";
  const { db } = office.services;
  await db.updateTable("checks").set({ status }).where("kind", "=", "tls").where("targetId", "=", websiteId).execute();
  const event = { id: 1, at: "", checkId: "", targetType: "website", targetId: websiteId, kind, data: {} } as const;
  const other: CheckEvent = { ...event, targetType: "host", targetId: websiteId };
  await transact(systemContext(office.services), (tx) => followCertificates(tx, [event, other]));
}

const deadlines = () =>
  office.services.db
    .selectFrom("deadlines")
    .select(["kind", "dueOn", "source", "quiet", "state"])
    .where("targetId", "=", websiteId)
    .execute();
const ends = (dueOn: string, quiet: 0 | 1) => [{ kind: "tlsExpiry", dueOn, source: "tls", quiet, state: "open" }];

describe("the end of a certificate", () => {
  it("is a date of its website that warns nobody while it renews itself in time", async () => {
    expect(await deadlines()).toEqual([]);
    await found("2026-12-20T23:30:00.000Z");
    expect(await deadlines()).toEqual(ends("2026-12-21", 1));
    await found("2027-02-18T10:00:00.000Z");
    expect(await deadlines()).toEqual(ends("2027-02-18", 1));
  });

  it("warns as soon as its check does, and no longer than that", async () => {
    await found("2026-12-01T10:00:00.000Z");
    await turn("degraded");
    expect(await deadlines()).toEqual(ends("2026-12-01", 0));
    await turn("restored");
    expect(await deadlines()).toEqual(ends("2026-12-01", 1));
  });

  it("is none of a website that is not live or in the archive", async () => {
    await found("2026-12-01T10:00:00.000Z");
    await api.website.update({ params: { id: websiteId }, body: { lifecycle: "shutDown" }, version: 1 });
    expect(await deadlines()).toEqual([]);
  });
});
