import { beforeEach, describe, expect, it } from "vitest";
import type { ViewScope } from "../../../contract/records/view-scopes.ts";
import type { ViewState } from "../../../contract/saved-views/saved-views.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let jana: Api;
let malte: Api;
let reader: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.as(await office.hire({ name: "Jana Petersen" }));
  malte = await office.as(await office.hire({ name: "Malte Vogt", role: "maintainer" }));
  reader = await office.as(await office.hire({ name: "Rike Lesend", role: "readonly" }));
});

const live: ViewState = {
  search: "wein",
  where: [{ field: "lifecycle", is: "oneOf", values: ["live"] }],
  archived: false,
  orderBy: [{ field: "launchedAt", descending: true }],
  columns: ["name", "customerId"],
  layout: "tiles",
  density: "compact",
};

const plain = { where: [] } as unknown as ViewState;

const save = (api: Api, name: string, scope: ViewScope, state = live) =>
  api.savedView.create({ body: { type: "website", name, scope, state } });
const names = async (api: Api) =>
  (await api.savedView.list({ type: "website" })).map(({ name, scope }) => `${name} (${scope})`);
const changes = () => office.services.db.selectFrom("changes").select(["kind", "subjectId"]).orderBy("id").execute();

describe("views are refused", () => {
  it("to a stranger", async () => {
    const { id } = await save(malte, "Team", "team");
    const stranger = (await office.as()).savedView;
    const calls = [
      stranger.list({ type: "website" }),
      stranger.create({ body: { type: "website", name: "x", state: plain } }),
      stranger.update({ params: { id }, body: { name: "x" } }),
      stranger.delete({ id }),
    ];
    const answers = await Promise.allSettled(calls);
    expect(answers.map((answer) => answer.status === "rejected" && answer.reason.code)).toEqual(
      calls.map(() => "UNAUTHORIZED"),
    );
  });

  it.each(["team", "default"] as const)("of the scope %s to everybody who does not manage them", async (scope) => {
    const forbidden = { code: "FORBIDDEN" };
    const { id } = await save(malte, "Team", scope);
    const own = await save(jana, "Meine", "me");
    office.signals.length = 0;
    for (const api of [jana, reader]) await expect(save(api, "Neu", scope)).rejects.toMatchObject(forbidden);
    await expect(jana.savedView.update({ params: { id }, body: { name: "x" } })).rejects.toMatchObject(forbidden);
    await expect(jana.savedView.update({ params: { id: own.id }, body: { scope } })).rejects.toMatchObject(forbidden);
    await expect(jana.savedView.delete({ id })).rejects.toMatchObject(forbidden);
    expect([office.signals, await names(jana)]).toEqual([[], ["Meine (me)", `Team (${scope})`]]);
  });

  it("of others as if they were not there, also to a maintainer", async () => {
    const { id } = await save(jana, "Meine", "me");
    const missing = { code: "NOT_FOUND" };
    await expect(malte.savedView.update({ params: { id }, body: { name: "x" } })).rejects.toMatchObject(missing);
    await expect(malte.savedView.delete({ id })).rejects.toMatchObject(missing);
    expect(await names(malte)).toEqual([]);
  });

  it.each([
    { ...plain, where: [{ field: "nirgends", is: "missing" }] },
    { ...plain, where: [{ field: "kind", is: "contains", value: "a" }] },
    { ...plain, orderBy: [{ field: "tags" }] },
    { ...plain, columns: ["name", "nirgends"] },
    { ...plain, columns: [] },
    { ...plain, layout: "kanban" },
    { ...plain, page: 2 },
  ])("with the state %j", async (state) => {
    await expect(save(jana, "x", "me", state as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("without a name, with one that is too long and without any change", async () => {
    for (const name of [" ", "x".repeat(61)])
      await expect(save(jana, name, "me")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const { id } = await save(jana, "Meine", "me");
    await expect(jana.savedView.update({ params: { id }, body: {} })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("when they ask for fields that the person may not see", async () => {
    const state: ViewState = { ...plain, where: [{ field: "costCents", is: "missing" }] };
    const create = (api: Api, scope: ViewScope) =>
      api.savedView.create({ body: { type: "domain", name: "Ohne Preis", scope, state } });
    await expect(create(jana, "me")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await create(malte, "team");
    expect(await jana.savedView.list({ type: "domain" })).toEqual([]);
    expect(await malte.savedView.list({ type: "domain" })).toMatchObject([{ name: "Ohne Preis" }]);
  });

  it("under a name that the person sees already, whatever the case", async () => {
    const conflict = { code: "CONFLICT" };
    await save(jana, "Übersicht", "me");
    await expect(save(jana, " übersicht ", "me")).rejects.toMatchObject(conflict);
    await save(malte, "Übersicht", "me");
    await save(malte, "Übersicht", "team");
    await expect(save(malte, "Übersicht", "default")).rejects.toMatchObject(conflict);
    await jana.savedView.create({ body: { type: "domain", name: "Übersicht", state: plain } });
    const other = await save(jana, "Andere", "me");
    const rename = jana.savedView.update({ params: { id: other.id }, body: { name: "Übersicht" } });
    await expect(rename).rejects.toMatchObject(conflict);
  });

  it("in an older version", async () => {
    const { id } = await save(jana, "Meine", "me");
    await jana.savedView.update({ params: { id }, body: { name: "Neu" }, version: 1 });
    const late = jana.savedView.update({ params: { id }, body: { name: "Alt" }, version: 1 });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await names(jana)).toEqual(["Neu (me)"]);
  });
});

describe("a view", () => {
  it("brings back what was saved, also to somebody who only reads", async () => {
    const saved = await save(reader, "Mein Wein", "me");
    expect(saved).toMatchObject({ type: "website", scope: "me", isDefault: false, version: 1, state: live });
    expect(await reader.savedView.list({ type: "website" })).toEqual([saved]);
    expect(await jana.savedView.list({ type: "website" })).toEqual([]);
    expect([office.signals, await changes()]).toEqual([[], []]);
  });

  it("of the team is everybody's, kept in history and told live", async () => {
    const { id } = await save(malte, "Alle live", "team");
    expect(await jana.savedView.list({ type: "website" })).toMatchObject([
      { id, owner: { label: "Malte Vogt" }, can: { edit: false } },
    ]);
    await malte.savedView.update({ params: { id }, body: { state: { ...live, search: "sekt" } }, version: 1 });
    expect((await jana.savedView.list({ type: "website" }))[0]).toMatchObject({
      version: 2,
      state: { search: "sekt" },
    });
    expect(await malte.savedView.delete({ id })).toEqual({ id });
    expect(await names(jana)).toEqual([]);
    expect(await changes()).toEqual(
      ["created", "updated", "deleted"].map((verb) => ({ kind: `savedView.${verb}`, subjectId: id })),
    );
    const told = { event: "savedViewsChanged", payload: { savedViews: { type: "website" } } };
    expect(office.signals).toEqual([told, told, told]);
  });

  it("as the default steps back for the next one", async () => {
    await save(malte, "Erste", "default");
    const second = await save(malte, "Zweite", "team");
    expect(await malte.savedView.update({ params: { id: second.id }, body: { scope: "default" } })).toMatchObject({
      isDefault: true,
    });
    expect(await names(jana)).toEqual(["Erste (team)", "Zweite (default)"]);
    await malte.savedView.create({ body: { type: "domain", name: "Domains", scope: "default", state: plain } });
    expect(await names(jana)).toEqual(["Erste (team)", "Zweite (default)"]);
  });

  it("belongs to whoever takes it from the team for themself", async () => {
    const chief = await office.as(await office.hire({ role: "admin" }));
    const { id } = await save(malte, "Alle live", "team");
    await chief.savedView.update({ params: { id }, body: { scope: "me" } });
    expect([await names(malte), await names(chief)]).toEqual([[], ["Alle live (me)"]]);
  });

  it("opens with what remains of it when fields have gone", async () => {
    const { id } = await save(jana, "Meine", "me");
    const old = { ...live, where: [...live.where, { field: "früher", is: "missing" }], columns: ["früher", "name"] };
    await office.services.db
      .updateTable("savedViews")
      .set({ stateJson: JSON.stringify({ ...old, orderBy: [{ field: "früher" }] }) })
      .where("id", "=", id)
      .execute();
    const [view] = await jana.savedView.list({ type: "website" });
    expect(view?.state).toEqual({ ...live, orderBy: [], columns: ["name"] });
  });
});
