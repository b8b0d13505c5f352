import { beforeEach, describe, expect, it } from "vitest";
import type { CheckFigures, StoreReader } from "../../../server/checks/store/read-store.ts";
import { openFigures } from "../../../server/features/checks/figures.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
});

const nothing = {
  askedAt: null,
  outcome: null,
  totalMs: null,
  httpStatus: null,
  code: null,
  text: null,
  uptime: null,
  dueAt: 0,
  certificateEndsAt: null,
  certificateLevel: null,
};
type Seen = Pick<CheckFigures, "id" | "seenAt"> & Partial<CheckFigures>;

/** What the checker has found out, in rounds: each sees what was seen after the one before. */
async function follow(...rounds: Seen[][]): Promise<void> {
  const write = openFigures();
  const known = new Map<string, CheckFigures>();
  const figures = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  for (const seen of rounds) {
    for (const each of seen) known.set(each.id, { ...nothing, ...each });
    const figuresSince = (at: number, limit: number) =>
      seen
        .filter(({ seenAt }) => (seenAt ?? 0) > at)
        .slice(0, limit)
        .map((each) => ({ ...nothing, ...each }));
    const reader = () => ({ figuresSince, figures }) as unknown as StoreReader;
    await write({ ...office.services, checks: { ...office.services.checks, reader } });
  }
}

const checksOf = async (targetId: string) => {
  const rows = await office.services.db
    .selectFrom("checks")
    .select(["id", "kind"])
    .where("targetId", "=", targetId)
    .execute();
  return (kind: string) => rows.find((row) => row.kind === kind)?.id ?? "";
};
const at = (second: number) => Date.UTC(2026, 0, 5, 8, 0, second);

describe("figures of checks", () => {
  it("come into the website by its page, and by its certificate where that is another one", async () => {
    const { id } = await createRecord(admin, "website", { url: "https://www.amsel.de/", lifecycle: "live" });
    const check = await checksOf(id);
    const endsAt = Date.UTC(2026, 3, 1);
    await follow([
      { id: check("http"), seenAt: at(1), outcome: "ok", totalMs: 120, uptime: 9990 },
      {
        id: check("tls"),
        seenAt: at(2),
        outcome: "ok",
        totalMs: 40,
        certificateEndsAt: endsAt,
        certificateLevel: "good",
      },
    ]);
    const { values } = await admin.website.get({ id });
    expect(values).toMatchObject({
      checkedAt: new Date(at(1)).toISOString(),
      responseTimeMs: 120,
      uptime30d: 9990,
      certificateExpiresAt: new Date(endsAt).toISOString(),
    });
    await follow([{ id: check("http"), seenAt: at(3), outcome: "failed", totalMs: 10_000, uptime: null }]);
    expect((await admin.website.get({ id })).values).toMatchObject({ responseTimeMs: null, uptime30d: 9990 });
  });

  it("of a website that leaves https have no certificate any more, nor a date for it", async () => {
    const { id } = await createRecord(admin, "website", { url: "https://amsel.de/", lifecycle: "live" });
    const seen = { id: (await checksOf(id))("tls"), seenAt: at(1), certificateEndsAt: Date.UTC(2027, 3, 1) };
    await follow([{ ...seen, outcome: "ok", certificateLevel: "good" }]);
    const dates = async () =>
      (await office.services.db.selectFrom("deadlines").select("kind").where("targetId", "=", id).execute()).map(
        ({ kind }) => kind,
      );
    expect(await dates()).toContain("tlsExpiry");
    await admin.website.update({ params: { id }, body: { url: "http://amsel.de/" } });
    expect((await admin.website.get({ id })).values).toMatchObject({
      certificateExpiresAt: null,
      certificateLevel: null,
    });
    expect(await dates()).not.toContain("tlsExpiry");
  });

  it("of a host are those of its ping, whichever port was looked at after it", async () => {
    const { id } = await createRecord(admin, "host", { hostname: "web03.amsel.de" });
    await admin.check.configure({ type: "host", id, config: { ports: [22] }, version: 0 });
    const check = await checksOf(id);
    await follow(
      [{ id: check("ping"), seenAt: at(1), outcome: "ok", totalMs: 12, uptime: 9990 }],
      [{ id: check("tcp"), seenAt: at(2), outcome: "failed", uptime: 5000 }],
    );
    expect((await admin.host.get({ id })).values).toMatchObject({
      checkedAt: new Date(at(1)).toISOString(),
      responseTimeMs: 12,
      uptime30d: 9990,
    });
    await admin.check.configure({ type: "host", id, config: { isEnabled: false, ports: [22] }, version: 1 });
    await follow([{ id: check("tcp"), seenAt: at(3), outcome: "ok", uptime: 5001 }]);
    expect((await admin.host.get({ id })).values).toMatchObject({ uptime30d: 5001 });
  });

  it("of a host name the certificate that ends first, whichever port shows it and was looked at last", async () => {
    const { id } = await createRecord(admin, "host", { hostname: "mail.amsel.de" });
    await admin.check.configure({ type: "host", id, config: { ports: [465, 993] }, version: 0 });
    const tls = await office.services.db.selectFrom("checks").select("id").where("kind", "=", "tls").execute();
    const [soon, late] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 5, 1)];
    const seen = (index: number, second: number, endsAt: number, certificateLevel: "good" | "warning"): Seen => ({
      ...{ id: tls[index]?.id ?? "", seenAt: at(second), certificateEndsAt: endsAt, certificateLevel },
      outcome: "ok",
    });
    const shown = async () => {
      const { certificateExpiresAt, certificateLevel } = (await admin.host.get({ id })).values;
      return [certificateExpiresAt, certificateLevel];
    };
    await follow([seen(0, 1, soon, "warning")], [seen(1, 2, late, "good")]);
    expect(await shown()).toEqual([new Date(soon).toISOString(), "warning"]);
    await follow([seen(1, 2, late, "good")], [seen(0, 3, late + 1, "good")]);
    expect(await shown()).toEqual([new Date(late).toISOString(), "good"]);

    await admin.check.configure({ type: "host", id, config: { ports: [465] }, version: 1 });
    expect(await shown()).toEqual([new Date(late).toISOString(), "good"]);
    await admin.check.configure({ type: "host", id, config: { ports: [22] }, version: 2 });
    expect(await shown()).toEqual([null, null]);
  });

  it("of a domain are those of its name servers' answer", async () => {
    const { id } = await createRecord(admin, "domain", { name: "amsel-hof.de" });
    const check = await checksOf(id);
    await follow([{ id: check("dns"), seenAt: at(1), outcome: "ok", totalMs: 30, uptime: 9980 }]);
    expect((await admin.domain.get({ id })).values).toMatchObject({ responseTimeMs: 30, uptime30d: 9980 });
  });

  it("of a domain name the certificate of its websites that ends first, wherever they move, as lists and REST do", async () => {
    const host = await createRecord(admin, "domain", { name: "amsel-hof.de" });
    const other = await createRecord(admin, "domain", { name: "amsel-gut.de" });
    const sites: string[] = [];
    for (const name of ["eins", "zwei"])
      sites.push(
        (
          await createRecord(admin, "website", {
            url: `https://${name}.amsel-hof.de/`,
            lifecycle: "live",
            domains: [{ id: host.id, role: "main" }],
          })
        ).id,
      );
    const [soon, late] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 5, 1)];
    const seen = async (siteId: string, second: number, endsAt: number, certificateLevel: "good" | "warning") =>
      follow([
        {
          id: (await checksOf(siteId))("tls"),
          seenAt: at(second),
          outcome: "ok",
          certificateEndsAt: endsAt,
          certificateLevel,
        },
      ]);
    const shown = async (id: string) => {
      const { certificateExpiresAt, certificateLevel } = (await admin.domain.get({ id })).values;
      return [certificateExpiresAt, certificateLevel];
    };
    expect(await shown(host.id)).toEqual([null, null]);
    await seen(sites[0] ?? "", 1, late, "good");
    await seen(sites[1] ?? "", 2, soon, "warning");
    expect(await shown(host.id)).toEqual([new Date(soon).toISOString(), "warning"]);
    const ending = [{ field: "certificateLevel", is: "oneOf" as const, values: ["warning"] }];
    expect((await admin.domain.list({ where: ending })).data.map(({ id }) => id)).toEqual([host.id]);
    const { data } = await admin.domain.list({ orderBy: [{ field: "certificateExpiresAt" }] });
    expect(data.map(({ id }) => id)).toEqual([host.id, other.id]);

    await admin.website.update({ params: { id: sites[1] ?? "" }, body: { domains: [{ id: other.id, role: "main" }] } });
    expect(await shown(host.id)).toEqual([new Date(late).toISOString(), "good"]);
    expect(await shown(other.id)).toEqual([new Date(soon).toISOString(), "warning"]);
    await admin.website.archive({ id: sites[0] ?? "" });
    expect(await shown(host.id)).toEqual([null, null]);
  });

  it("of hundreds come a few at a time, all of them", async () => {
    const ids: string[] = [];
    for (let no = 0; no < 120; no += 1)
      ids.push((await createRecord(admin, "website", { url: `https://s${no}.amsel.de/`, lifecycle: "live" })).id);
    const rows = await office.services.db.selectFrom("checks").select("id").where("kind", "=", "http").execute();
    await follow(
      rows.map(({ id }, index) => ({
        id,
        seenAt: at(0) + Math.floor(index / 3),
        outcome: "ok",
        totalMs: 80,
        uptime: 1,
      })),
    );
    const written = await office.services.db.selectFrom("websites").select("responseTimeMs").execute();
    expect(written).toEqual(ids.map(() => ({ responseTimeMs: 80 })));
  });
});
