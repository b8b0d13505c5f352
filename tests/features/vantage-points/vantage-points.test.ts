import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
});

const rowOf = (id: string) =>
  office.services.db.selectFrom("vantagePoints").selectAll().where("id", "=", id).executeTakeFirst();

describe("vantage points", () => {
  it.each(["readonly", "member", "maintainer"] as const)("are nothing that a %s sees or makes", async (role) => {
    const { id } = await admin.vantagePoint.create({ name: "Helsinki" });
    const other = await office.as(await office.hire({ role }));
    const forbidden = { code: "FORBIDDEN" };
    await expect(other.vantagePoint.list({})).rejects.toMatchObject(forbidden);
    await expect(other.vantagePoint.create({ name: "Frankfurt" })).rejects.toMatchObject(forbidden);
    await expect(other.vantagePoint.rename({ id, name: "Turku" })).rejects.toMatchObject(forbidden);
    await expect(other.vantagePoint.renew({ id })).rejects.toMatchObject(forbidden);
    await expect(other.vantagePoint.revoke({ id })).rejects.toMatchObject(forbidden);
    await expect(other.vantagePoint.delete({ id })).rejects.toMatchObject(forbidden);
    expect(await rowOf(id)).toMatchObject({ name: "Helsinki" });
  });

  it.each([
    ["without a name", " ", "Name: Pflichtfeld."],
    ["called like another one", "HELSINKI", "Name: So heißt schon ein anderer Messpunkt."],
    ["called like the portal", "portal", "Name: „Portal“ heißt schon, was das Portal selbst prüft."],
  ])("are refused %s", async (_, name, message) => {
    await admin.vantagePoint.create({ name: "Helsinki" });
    await expect(admin.vantagePoint.create({ name })).rejects.toThrow(message);
    expect(await admin.vantagePoint.list({})).toHaveLength(1);
  });

  it("show their token once, and keep nothing but its hash", async () => {
    const creationId = "a-form-that-is-sent-twice";
    const made = await admin.vantagePoint.create({ name: "Helsinki", creationId });
    expect(made).toMatchObject({ name: "Helsinki", state: "waiting", lastAt: null, checks: 0 });
    expect(made.token).toMatch(/^mtca_[\w-]{43}$/);
    expect(JSON.stringify(await rowOf(made.id))).not.toContain(made.token);
    const [listed] = await admin.vantagePoint.list({});
    expect(listed).toMatchObject({ id: made.id, hint: made.token.slice(0, 11) });
    expect(listed).not.toHaveProperty("token");
    await expect(admin.vantagePoint.create({ name: "Helsinki", creationId })).rejects.toThrow(/kein zweites Mal/);
  });

  it("leave what was done in the audit log by their names, and no secret", async () => {
    const { id, token } = await admin.vantagePoint.create({ name: "Helsinki" });
    await admin.vantagePoint.rename({ id, name: "Turku" });
    const renewed = await admin.vantagePoint.renew({ id });
    await admin.vantagePoint.revoke({ id });
    await admin.vantagePoint.delete({ id });
    const changes = await office.services.db
      .selectFrom("changes")
      .selectAll()
      .where("subjectType", "=", "vantagePoint")
      .orderBy("id")
      .execute();
    expect(changes.map(({ kind }) => kind)).toEqual([
      "vantagePoint.created",
      "vantagePoint.updated",
      "vantagePoint.renewed",
      "vantagePoint.revoked",
      "vantagePoint.deleted",
    ]);
    expect(JSON.stringify(changes)).toContain("Turku");
    for (const secret of [token, renewed.token]) expect(JSON.stringify(changes)).not.toContain(secret);
  });
});

describe("what is looked at from a vantage point", () => {
  let made = 0;
  const watch = async (points: string[]) => {
    made += 1;
    const { id } = await admin.website.create({ body: { url: `https://amsel${made}.de/`, lifecycle: "live" } });
    const { config, version } = await admin.check.settings({ type: "website", id });
    await admin.check.configure({ type: "website", id, version, config: { ...config, points } });
    return id;
  };
  const vantagesOf = async (id: string) => {
    const rows = await office.services.db
      .selectFrom("checks")
      .select(["kind", "vantageJson"])
      .where("targetId", "=", id)
      .orderBy("kind")
      .execute();
    return rows.map(({ kind, vantageJson }) => [kind, vantageJson === null ? null : JSON.parse(vantageJson).points]);
  };

  it("has to be there", async () => {
    await expect(watch(["gibt-es-nicht"])).rejects.toThrow(/Messpunkte: Einen davon gibt es nicht mehr/);
  });

  it("is chosen for the page, whose certificate is looked at from one place", async () => {
    const helsinki = (await admin.vantagePoint.create({ name: "Helsinki" })).id;
    const frankfurt = (await admin.vantagePoint.create({ name: "Frankfurt" })).id;
    expect(await vantagesOf(await watch(["portal", helsinki]))).toEqual([
      ["http", ["portal", helsinki]],
      ["tls", null],
    ]);
    expect(await vantagesOf(await watch([frankfurt, helsinki]))).toEqual([
      ["http", [frankfurt, helsinki]],
      ["tls", [frankfurt]],
    ]);
    expect((await admin.vantagePoint.list({})).map(({ name, checks }) => [name, checks])).toEqual([
      ["Frankfurt", 2],
      ["Helsinki", 2],
    ]);
  });

  it("is the portal's own again once its vantage point is deleted", async () => {
    const { id } = await admin.vantagePoint.create({ name: "Helsinki" });
    const website = await watch([id]);
    await admin.vantagePoint.delete({ id });
    const { version, config } = await admin.check.settings({ type: "website", id: website });
    await admin.check.configure({ type: "website", id: website, version, config: { ...config, points: [] } });
    expect(await vantagesOf(website)).toEqual([
      ["http", ["portal"]],
      ["tls", ["portal"]],
    ]);
  });
});
