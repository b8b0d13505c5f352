import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let maren: Person;
let jana: Person;
let maintainer: Api;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  maintainer = await office.as(maren);
  member = await office.as(jana);
});

const titles = async (api: Api, parentId: string | null = null) =>
  (await api.page.tree({ parentId })).map(({ title }) => title);

/** Always the same numbers for the same seed. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe("moving a page", () => {
  it("is refused below itself, below what is trashed or missing, beside strangers and too deep", async () => {
    const top = await createPage(member, { title: "Oben" });
    const child = await createPage(member, { title: "Kind" }, top.id);
    const gone = await createPage(member, { title: "Weg" });
    await member.page.archive({ id: gone.id });
    for (const parentId of [top.id, child.id])
      expect(await refusalOf(member.page.move({ id: top.id, parentId }))).toMatchObject({
        code: "BAD_REQUEST",
        fields: { parentId: [expect.any(String)] },
      });
    expect(await refusalOf(member.page.move({ id: child.id, parentId: gone.id }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { parentId: [expect.any(String)] },
    });
    expect((await refusalOf(member.page.move({ id: child.id, parentId: "missing" }))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(member.page.move({ id: gone.id, parentId: null }))).code).toBe("PRECONDITION_FAILED");
    const beside = { id: child.id, parentId: null, before: "missing" };
    expect((await refusalOf(member.page.move(beside))).code).toBe("CONFLICT");
    let deepest = child.id;
    for (let level = 3; level <= 12; level += 1) deepest = (await createPage(member, {}, deepest)).id;
    expect(await refusalOf(createPage(member, {}, deepest))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { parentId: [expect.any(String)] },
    });
    await member.page.restore({ id: gone.id });
    await member.page.move({ id: child.id, parentId: gone.id });
  });

  it("puts it before and after others and tells everybody, by ids alone", async () => {
    const [one, two, three] = [
      await createPage(member, { title: "Eins" }),
      await createPage(member, { title: "Zwei" }),
      await createPage(member, { title: "Drei" }),
    ];
    office.signals.length = 0;
    await member.page.move({ id: three.id, parentId: null, before: one.id });
    expect(await titles(member)).toEqual(["Drei", "Eins", "Zwei"]);
    await member.page.move({ id: three.id, parentId: null, after: one.id });
    expect(await titles(member)).toEqual(["Eins", "Drei", "Zwei"]);
    await member.page.move({ id: two.id, parentId: one.id });
    expect(await titles(member)).toEqual(["Eins", "Drei"]);
    expect(await member.page.tree({ parentId: one.id })).toMatchObject([{ title: "Zwei", parentId: one.id }]);
    expect(office.signals).toContainEqual({ event: "pageUpdated", payload: { page: { id: two.id } } });
    expect(JSON.stringify(office.signals)).not.toMatch(/Eins|Zwei|Drei/);
    const history = await member.change.list({ type: "page", id: two.id });
    expect(history.data[0]).toMatchObject({ what: "moved", fields: [{ field: "parentId", after: { label: "Eins" } }] });
  });

  it("by two people at once ends with one tree, without cycles and with every place taken once", async () => {
    const roll = dice(4711);
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) {
      const parentId = index % 3 === 0 ? null : (ids[roll(ids.length)] ?? null);
      const made = createPage(member, {}, parentId).catch(() => createPage(member));
      ids.push((await made).id);
    }
    const any = () => ids[roll(ids.length)] as string;
    const move = (api: Api) => {
      const parentId = roll(4) === 0 ? null : any();
      const beside = roll(2) === 0 ? { [roll(2) ? "before" : "after"]: any() } : {};
      return api.page.move({ id: any(), parentId, ...beside });
    };
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 150; round += 1)
      outcomes.push(...(await Promise.allSettled([move(member), move(maintainer)])));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(50);
    const rows = await office.services.db.selectFrom("pages").select(["id", "parentId", "position"]).execute();
    expect(rows.length).toBe(200);
    expect(new Set(rows.map(({ parentId, position }) => `${parentId} ${position}`)).size).toBe(200);
    const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
    for (const { id } of rows) {
      let level = 0;
      for (let at: string | null | undefined = id; at; at = parents.get(at)) level += 1;
      expect(level).toBeLessThanOrEqual(12);
    }
  });
});

describe("who may read a page", () => {
  it("is narrowed by those who have a say, and never beyond the reach of its own people", async () => {
    const page = await createPage(maintainer, { title: "Ablage" });
    const maintainers = { id: page.id, visibility: "maintainers" as const };
    expect((await refusalOf(member.page.setVisibility(maintainers))).code).toBe("FORBIDDEN");
    expect((await refusalOf(member.page.setVisibility({ id: page.id, visibility: "private" }))).code).toBe("FORBIDDEN");
    const diary = await createPage(member, { title: "Tagebuch", visibility: "private" }, page.id);
    for (const visibility of ["maintainers", "private"] as const)
      expect((await refusalOf(maintainer.page.setVisibility({ id: page.id, visibility }))).code).toBe(
        "PRECONDITION_FAILED",
      );
    const closed = await createPage(maintainer, { visibility: "maintainers" });
    expect((await refusalOf(maintainer.page.move({ id: page.id, parentId: closed.id }))).code).toBe(
      "PRECONDITION_FAILED",
    );
    expect((await member.page.read({ id: diary.id })).visibleTo).toBe("private");
  });

  it("follows from the page and all above it, after whatever moves and choices", async () => {
    const roll = dice(99);
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1)
      ids.push((await createPage(roll(2) ? member : maintainer, {}, ids[roll(ids.length * 2)] ?? null)).id);
    const any = () => ids[roll(ids.length)] as string;
    for (let step = 0; step < 200; step += 1) {
      const api = roll(2) ? member : maintainer;
      const visibility = (["team", "maintainers", "private"] as const)[roll(3)] ?? "team";
      const change = roll(2)
        ? api.page.setVisibility({ id: any(), visibility })
        : api.page.move({ id: any(), parentId: roll(3) ? any() : null });
      await change.catch(() => undefined);
    }
    const rows = await office.services.db.selectFrom("pages").selectAll().execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(new Set(rows.map(({ visibility }) => visibility)).size).toBe(3);
    for (const row of rows) {
      let isForMaintainers = false;
      const people = new Set<string | null>();
      for (let at = byId.get(row.id); at; at = byId.get(at.parentId ?? "")) {
        isForMaintainers ||= at.visibility === "maintainers";
        if (at.visibility === "private") people.add(at.privateToId);
      }
      expect(people.size).toBeLessThanOrEqual(1);
      expect([row.maintainersOnly, row.privateToId]).toEqual([isForMaintainers ? 1 : 0, [...people][0] ?? null]);
      const isReadableTo = async (api: Api) =>
        api.page.get({ id: row.id }).then(
          () => true,
          () => false,
        );
      expect(await isReadableTo(member)).toBe(!row.maintainersOnly && [null, jana.id].includes(row.privateToId));
      expect(await isReadableTo(maintainer)).toBe([null, maren.id].includes(row.privateToId));
    }
  });
});

describe("the tree", () => {
  it("says what has children, what changed since my last visit, and what I may read", async () => {
    const top = await createPage(maintainer, { title: "Handbuch", icon: "📘" });
    const closed = await createPage(maintainer, { title: "Gehälter", visibility: "maintainers" }, top.id);
    expect(await member.page.tree({})).toMatchObject([{ title: "Handbuch", icon: "📘", hasChildren: false }]);
    expect(await maintainer.page.tree({})).toMatchObject([{ hasChildren: true, isUnread: false }]);
    expect((await maintainer.page.tree({ parentId: top.id }))[0]).toMatchObject({ visibleTo: "maintainers" });
    await member.page.visit({ id: top.id });
    office.advance(1000);
    await write(office, maren, top.id, paragraph("Neues"));
    expect((await member.page.tree({}))[0]?.isUnread).toBe(true);
    office.advance(1000);
    await member.page.visit({ id: top.id });
    expect((await member.page.tree({}))[0]?.isUnread).toBe(false);
    expect(closed.version).toBe(1);
  });
});

describe("the trash", () => {
  it("takes what lies below along and gives it back, at its place or at the top", async () => {
    const top = await createPage(member, { title: "Oben" });
    const middle = await createPage(member, { title: "Mitte" }, top.id);
    const leaf = await createPage(member, { title: "Blatt" }, middle.id);
    const other = await createPage(member, { title: "Andere" });
    await write(
      office,
      jana,
      other.id,
      paragraph({ type: "mention", attrs: { kind: "page", id: leaf.id, label: "" } }),
    );
    expect(await member.page.trashInfo({ id: middle.id })).toEqual({ backlinks: 1, children: 1 });
    await member.page.trash({ id: middle.id });
    expect(await titles(member, top.id)).toEqual([]);
    expect((await refusalOf(createPage(member, {}, leaf.id))).code).toBe("BAD_REQUEST");
    office.advance(1000);
    await member.page.restore({ id: middle.id });
    expect(await titles(member, middle.id)).toEqual(["Blatt"]);
    office.advance(1000);
    await member.page.trash({ id: leaf.id });
    office.advance(1000);
    await member.page.trash({ id: top.id });
    await member.page.restore({ id: middle.id });
    expect(await titles(member)).toEqual(["Andere", "Mitte"]);
    expect(await titles(member, middle.id)).toEqual([]);
  });

  it("lets children stay, opens nothing to others, and loses nothing when a page is deleted for good", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    const closed = await createPage(maintainer, { title: "Intern", visibility: "maintainers" });
    const child = await createPage(maintainer, { title: "Kind" }, closed.id);
    const grandchild = await createPage(maintainer, { title: "Enkel" }, child.id);
    await maintainer.page.trash({ id: child.id, withChildren: false });
    expect(await titles(maintainer, closed.id)).toEqual(["Enkel"]);
    await maintainer.page.trash({ id: closed.id });
    await maintainer.page.restore({ id: grandchild.id });
    expect(await titles(maintainer)).toEqual(["Enkel"]);
    expect(await titles(member)).toEqual([]);
    await admin.page.delete({ id: closed.id, title: "Intern" });
    expect((await maintainer.page.get({ id: child.id })).values).toMatchObject({ visibility: "maintainers" });
    expect((await refusalOf(member.page.get({ id: child.id }))).code).toBe("NOT_FOUND");
  });
});
