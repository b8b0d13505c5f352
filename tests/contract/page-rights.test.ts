import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownerOf } from "../../contract/files/attachments.ts";
import { recordChannel } from "../../contract/records/record-channel.ts";
import type { Role } from "../../contract/roles.ts";
import type { Api } from "../../server/features/router.ts";
import type { Person } from "../../server/trpc/context.ts";
import { aPng } from "../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../support/file-desk.ts";
import { createPage, mention, paragraph, write } from "../support/wiki/wiki.ts";

const secret = /GEHEIM/;
const roles: readonly Role[] = ["readonly", "member", "maintainer", "admin"];
let desk: FileDesk;
let maren: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  maren = await desk.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await desk.as(maren);
});
afterEach(() => desk.close());

async function join(person: Person, channel: string, editing = false): Promise<number> {
  const body = new URLSearchParams({ socket_id: "1.1", channel_name: channel, ...(editing && { editing: "1" }) });
  const answer = await desk.get(person, "/api/pusher/channel/auth", {
    method: "POST",
    body,
    headers: { origin: desk.url },
  });
  return answer.status;
}

async function statuses(ask: (person: Person) => Promise<number>): Promise<Partial<Record<Role, number>>> {
  const found: Partial<Record<Role, number>> = {};
  for (const role of roles) found[role] = await ask(await desk.hire({ name: "Rosa Fremd", role }));
  return found;
}

describe("the room of a page", () => {
  it("is closed to who may not read it, as one that is not there", async () => {
    const forMaintainers = await createPage(api, { title: "GEHEIMPLAN", visibility: "maintainers" });
    const below = await createPage(api, {}, forMaintainers.id);
    const forMaren = await createPage(api, { visibility: "private" });
    const open = await createPage(api);
    const room = (id: string) => recordChannel({ type: "page", id });
    for (const { id } of [forMaintainers, below])
      expect(await statuses((person) => join(person, room(id)))).toEqual({
        readonly: 403,
        member: 403,
        maintainer: 200,
        admin: 200,
      });
    const closed = { readonly: 403, member: 403, maintainer: 403, admin: 403 };
    expect(await statuses((person) => join(person, room(forMaren.id)))).toEqual(closed);
    expect(await statuses((person) => join(person, room("nirgends")))).toEqual(closed);
    expect(await join(maren, room(forMaren.id))).toBe(200);
    expect(await statuses((person) => join(person, room(open.id)))).toMatchObject({ readonly: 200, member: 200 });
    expect(await statuses((person) => join(person, room(open.id), true))).toMatchObject({ readonly: 403, member: 200 });
  });
});

describe("a file of a page", () => {
  it("is there for its readers alone, in every size, also where an open page shows it", async () => {
    const { id } = await createPage(api, { visibility: "maintainers" });
    const open = await createPage(api);
    const { key } = await desk.upload(maren, "GEHEIM.png", await aPng(), { purpose: "file" });
    const image = { type: "image", attrs: { key, alt: "Bild" } };
    await api.attachment.attach({ type: "page", id, key });
    await write(desk, maren, open.id, paragraph("Text"), image);
    for (const path of [`/api/file/${key}`, `/api/file/${key}?w=64`, `/api/file/${key}?q=50`])
      for (const [role, status] of Object.entries({ readonly: 404, member: 404, maintainer: 200, admin: 200 })) {
        const person = await desk.hire({ role: role as Role });
        const answer = await desk.get(person, path);
        expect([path, role, answer.status]).toEqual([path, role, status]);
        if (status !== 200) expect(await answer.text()).not.toMatch(secret);
        const known = await desk.get(person, path, { headers: { "if-none-match": "*" } });
        expect(known.status).toBe(status === 200 ? 304 : 404);
      }
    const owner = await desk.services.db.selectFrom("files").select("owner").where("key", "=", key).executeTakeFirst();
    expect(owner?.owner).toBe(ownerOf({ type: "page", id }));
  });

  it("of somebody's import is theirs", async () => {
    const row = new TextEncoder().encode("Name\nGEHEIM\n");
    const { key } = await desk.upload(maren, "liste.csv", row, { purpose: "file" });
    await api.import.create({ type: "tag", fileKey: key });
    const other = await desk.hire({ role: "readonly" });
    expect((await desk.get(other, `/api/file/${key}`)).status).toBe(404);
    expect((await desk.get(maren, `/api/file/${key}`)).status).toBe(200);
  });
});

describe("lists that leave the portal", () => {
  it("hold no page that their reader may not read, whatever they ask for", async () => {
    const { id } = await createPage(api, { title: "GEHEIMPLAN", visibility: "maintainers" });
    const open = await createPage(api, { title: "Offene Seite" });
    await write(desk, maren, open.id, paragraph(mention("page", id, "GEHEIMPLAN")));
    await api.feedback.create({
      body: { title: "Etwas", description: "Worte", kind: "idea", area: "wiki", pageId: id },
    });
    const member = await desk.hire({ role: "member" });
    const { token } = await (await desk.as(member)).apiToken.create({
      name: "Skript",
      scopes: ["records:read", "wiki:read", "feedback:read"] as never,
      days: 30,
    });
    const asked = ["", `?ids=${id}`, "?q=geheim", "?archived=1"];
    for (const name of ["pages", "feedback"])
      for (const query of asked) {
        const csv = await desk.get(member, `/api/export/${name}.csv${query}`);
        expect([name, query, csv.status]).toEqual([name, query, 200]);
        expect(await csv.text()).not.toMatch(secret);
        const xlsx = await desk.get(member, `/api/export/${name}.xlsx${query}`);
        const files = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
        for (const bytes of Object.values(files)) expect(strFromU8(bytes)).not.toMatch(secret);
      }
    const headers = { authorization: `Bearer ${token}` };
    for (const path of [
      "pages",
      `pages/${id}`,
      "pages?search=geheim",
      `pages/${id}/history`,
      "feedback",
      "openapi.json",
    ]) {
      const answer = await fetch(`${desk.url}/api/v1/${path}`, { headers });
      expect(await answer.text()).not.toMatch(secret);
    }
    expect((await fetch(`${desk.url}/api/v1/pages/${open.id}`, { headers })).status).toBe(200);
    expect((await fetch(`${desk.url}/api/v1/pages/${id}`, { headers })).status).toBe(404);
  });
});
