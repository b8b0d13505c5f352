import { beforeEach, describe, expect, it } from "vitest";
import { mentionLabel } from "../../../contract/document/mention-look.ts";
import { mentionKinds } from "../../../contract/document/mentions.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { stateFieldOf, stateOf } from "../../../contract/records/state-tones.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let maren: Person;
let jana: Person;
let maintainer: Api;
let member: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "admin" });
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  maintainer = await office.as(maren);
  member = await office.as(jana);
  id = (await createPage(member, { title: "Übersicht" })).id;
});

const htmlFor = async (api: Api) => (await api.page.read({ id })).html;

describe("what a text mentions", () => {
  it("is not told to strangers, and only what can be meant is asked for", async () => {
    const things = [{ kind: "user" as const, id: jana.id }];
    expect((await refusalOf((await office.as()).mention.read({ things }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(member.mention.read({ things: [] }))).code).toBe("BAD_REQUEST");
    const many = Array.from({ length: 101 }, () => ({ kind: "user" as const, id: jana.id }));
    expect((await refusalOf(member.mention.read({ things: many }))).code).toBe("BAD_REQUEST");
  });

  it("says how records are doing, in a word and a colour, for every type at once", async () => {
    const website = await maintainer.website.create({ body: { url: "https://amsel.de", lifecycle: "development" } });
    const customer = await maintainer.customer.create({ body: { name: "Weingut Amsel" } });
    const things = [
      { kind: "website" as const, id: website.id },
      { kind: "customer" as const, id: customer.id },
      { kind: "page" as const, id },
      { kind: "user" as const, id: jana.id },
      { kind: "device" as const, id: "gibt-es-nicht" },
    ];
    expect(await member.mention.read({ things })).toMatchObject([
      { kind: "website", status: "In Entwicklung", tone: "busy", href: `/websites/${website.id}`, isArchived: false },
      { kind: "customer", label: "Weingut Amsel", status: "Aktiv", tone: "ok" },
      { kind: "page", label: "Übersicht", status: "Veröffentlicht", tone: "ok" },
      { kind: "user", label: "Jana Petersen", status: null, tone: null },
      { kind: "device", label: null, href: null, status: null, tone: null },
    ]);
    await write(office, jana, id, paragraph(mention("website", website.id), mention("customer", customer.id)));
    const html = await htmlFor(member);
    expect(html).toContain('data-status="busy" aria-label="amsel.de, In Entwicklung">amsel.de</a>');
    expect(html).toContain('title="Aktiv" data-status="ok" aria-label="Weingut Amsel, Aktiv">Weingut Amsel</a>');
    await maintainer.website.update({ params: { id: website.id }, body: { lifecycle: "shutDown" } });
    expect(await htmlFor(member)).toContain('data-status="off" aria-label="amsel.de, Abgeschaltet"');
  });

  it("shows what is archived or gone, and who no longer works here, without a state", async () => {
    const archived = await maintainer.customer.create({ body: { name: "Weingut Amsel" } });
    const gone = await maintainer.customer.create({ body: { name: "Bäckerei Krug" } });
    const leaving = await office.hire({ name: "Timo Brandt" });
    const chips = [mention("customer", archived.id), mention("customer", gone.id, "Krug"), mention("user", leaving.id)];
    await write(office, jana, id, paragraph(...chips));
    await maintainer.customer.archive({ id: archived.id });
    await office.services.db.deleteFrom("customers").where("id", "=", gone.id).execute();
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: "2026-01-05T08:00:00.000Z" })
      .where("id", "=", leaving.id)
      .execute();
    const html = await htmlFor(member);
    expect(html).toContain('title="Aktiv, archiviert" data-archived aria-label="Weingut Amsel, Aktiv, archiviert"');
    expect(html).toContain(
      `<span data-mention-kind="customer" data-mention-id="${gone.id}" title="Nicht (mehr) sichtbar" data-hidden>Krug</span>`,
    );
    expect(html).toContain('title="deaktiviert" data-archived aria-label="Timo Brandt, deaktiviert"');
    expect(html).not.toContain("data-status");
  });

  it("is masked for those who may not read it, with its state and its address", async () => {
    const secret = await createPage(maintainer, { title: "Gehaltsrunde", visibility: "maintainers" });
    await write(office, maren, id, paragraph(mention("page", secret.id, "Gehaltsrunde")));
    const things = [{ kind: "page" as const, id: secret.id }];
    const masked = {
      kind: "page",
      id: secret.id,
      label: null,
      href: null,
      status: null,
      tone: null,
      isArchived: false,
    };
    expect(await member.mention.read({ things })).toEqual([masked]);
    expect((await member.page.read({ id })).references).toEqual([masked]);
    expect(await htmlFor(member)).toBe(
      `<p><span data-mention-kind="page" data-mention-id="${secret.id}" title="Nicht (mehr) sichtbar" data-hidden>Wiki-Seite</span></p>`,
    );
    expect(await maintainer.mention.read({ things })).toMatchObject([
      { label: "Gehaltsrunde", status: "Veröffentlicht" },
    ]);
    expect(await htmlFor(maintainer)).toContain('data-status="ok" aria-label="Gehaltsrunde, Veröffentlicht"');
  });
});

describe("a chip of which nothing was heard", () => {
  it("keeps the name that was written, unless that may be a secret of others", () => {
    expect(mentionLabel("customer", undefined, "Krug")).toBe("Krug");
    expect(mentionLabel("customer", undefined, "")).toBe("Eintrag");
    expect(mentionLabel("page", undefined, "Gehaltsrunde")).toBe("Wiki-Seite");
  });
});

describe("the states of records", () => {
  it("have a colour for every value of their field", () => {
    for (const type of recordTypes) {
      const name = stateFieldOf(type);
      const field = name && declarationOf(type).fields[name];
      if (!field) continue;
      expect(field.kind, type).toBe("choice");
      const options = field.kind === "choice" ? Object.keys(field.options) : [];
      expect(
        options.filter((option) => !stateOf(type, option)?.word),
        type,
      ).toEqual([]);
    }
    expect(mentionKinds.filter((kind) => kind !== "user" && stateFieldOf(kind))).toHaveLength(9);
  });
});
