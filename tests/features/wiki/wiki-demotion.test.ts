import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import { accountOfIdentity } from "../../../server/features/security/provider-accounts.ts";
import { readSettings } from "../../../server/settings/read-settings.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createPage, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let maren: Person;
let api: Api;
let admin: Api;
let above: string;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(maren);
  admin = await office.as(await office.hire({ name: "Chefin", role: "admin" }));
  above = (await createPage(api, { title: "Nur für Betreuer", visibility: "maintainers" })).id;
});

/** Maren as she calls from then on. */
async function demote(role: "member" | "readonly" | "admin" = "member"): Promise<Api> {
  await admin.user.changeRole({ id: maren.id, role });
  maren = { ...maren, role };
  return office.as(maren);
}
const pageOf = (id: string) =>
  office.services.db.selectFrom("pages").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const changesOf = (id: string) =>
  office.services.db.selectFrom("changes").selectAll().where("subjectId", "=", id).orderBy("id").execute();
const notices = () =>
  office.services.db
    .selectFrom("notifications")
    .select(["forUserId", "title", "message", "link"])
    .where("category", "=", "wiki")
    .execute();

describe("a page of one's own beneath a page for maintainers", () => {
  it("stays where it is for whoever stays a maintainer or becomes an admin", async () => {
    const { id } = await createPage(api, { visibility: "private" }, above);
    await demote("admin");
    expect(await pageOf(id)).toMatchObject({ parentId: above, maintainersOnly: 1, privateToId: maren.id });
    expect(await notices()).toEqual([]);
  });

  it.each(["member", "readonly"] as const)("goes to the top when its owner becomes %s, who keeps it", async (role) => {
    const { id } = await createPage(api, { title: "Meine <b>Notizen</b>", visibility: "private" }, above);
    const below = await createPage(api, { title: "Darunter" }, id);
    const narrowed = await createPage(api, { title: "Enger", visibility: "maintainers" }, below.id);
    await write(office, maren, narrowed.id, paragraph("Worte"));
    office.signals.length = 0;
    const demoted = await demote(role);

    for (const each of [id, below.id, narrowed.id])
      expect(await demoted.page.get({ id: each })).toMatchObject({ id: each });
    expect(await pageOf(id)).toMatchObject({ parentId: null, maintainersOnly: 0, privateToId: maren.id });
    expect(await pageOf(narrowed.id)).toMatchObject({ visibility: "team", maintainersOnly: 0, privateToId: maren.id });
    await expect(admin.page.get({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(demoted.page.get({ id: above })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await demoted.page.tree({})).map((page) => page.id)).toContain(id);

    const [moved] = (await changesOf(id)).slice(-1);
    expect(moved).toMatchObject({ kind: "page.moved", afterJson: '{"parentId":null}' });
    expect((await changesOf(narrowed.id)).at(-1)).toMatchObject({ kind: "page.updated", version: 2 });
    expect(JSON.stringify(await demoted.change.list({ type: "page", id }))).not.toContain("Nur für Betreuer");
    expect(await notices()).toEqual([
      {
        forUserId: maren.id,
        link: `/wiki/${id}`,
        title: "Eine Seite, die nur du siehst, liegt jetzt oben im Seitenbaum",
        message: expect.stringContaining("Meine &lt;b&gt;Notizen"),
      },
    ]);
    const named = office.signals.flatMap((signal) =>
      signal.event === "recordsChanged" ? signal.payload.records.ids : [],
    );
    expect(named).toEqual(expect.arrayContaining([id, below.id, narrowed.id]));
  });

  it("is told of once, however many there are, and those of others stay", async () => {
    const other = await office.as(await office.hire({ name: "Timo", role: "maintainer" }));
    const his = await createPage(other, { visibility: "private" }, above);
    const own = [
      await createPage(api, { title: "Eins", visibility: "private" }, above),
      await createPage(api, { title: "Zwei", visibility: "private" }, above),
    ];
    const atTop = await createPage(api, { title: "Oben", visibility: "private" });
    const trashed = await createPage(api, { title: "Müll", visibility: "private" }, above);
    await api.page.trash({ id: trashed.id });
    const demoted = await demote();
    expect(await pageOf(his.id)).toMatchObject({ parentId: above, maintainersOnly: 1 });
    for (const { id } of [...own, atTop, trashed]) expect((await demoted.page.get({ id })).id).toBe(id);
    expect(await pageOf(trashed.id)).toMatchObject({ archivedAt: expect.any(String), maintainersOnly: 0 });
    expect(await notices()).toEqual([
      expect.objectContaining({ title: "3 Seiten, die nur du siehst, liegen jetzt oben im Seitenbaum", link: "/wiki" }),
    ]);
  });

  it("is kept when the role comes from the provider", async () => {
    const { id } = await createPage(api, { visibility: "private" }, above);
    const { db, now } = office.services;
    const settings = await readSettings(db, "signIn");
    const linked = { id: newId(), userId: maren.id, issuer: "https://id.example", subject: "maren", email: null };
    await db
      .insertInto("linkedSignIns")
      .values({ ...linked, createdAt: now().toISOString(), lastUsedAt: now().toISOString() })
      .execute();
    const identity = { issuer: linked.issuer, subject: linked.subject, email: undefined, isEmailVerified: false };
    await accountOfIdentity(office.services, { ...identity, name: "Maren", role: "member" }, settings);
    expect(await pageOf(id)).toMatchObject({ parentId: null, maintainersOnly: 0, privateToId: maren.id });
  });
});
