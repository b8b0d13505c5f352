import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiScope, apiScopeNames } from "../../contract/api/scopes.ts";
import type { Person } from "../../server/trpc/context.ts";
import { callRest } from "../support/api/rest-client.ts";
import { type Office, openOffice } from "../support/office.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";
import { createPage, heading, paragraph, write } from "../support/wiki/wiki.ts";

let office: Office;
let server: OfficeServer;
let timo: Person;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  timo = await office.hire({ role: "admin", name: "Timo Brandt" });
  jana = await office.hire({ name: "Jana Petersen" });
});
afterEach(() => server.close());

async function tokenOf(person: Person, scopes: readonly ApiScope[] = apiScopeNames) {
  return (await (await office.as(person)).apiToken.create({ name: "Skript", scopes: [...scopes], days: 30 })).token;
}

const call = (token: string, method: string, path: string, body?: unknown) =>
  callRest(server, token, path, { method, body });

describe("the content of pages is refused", () => {
  it("to tokens without the scope, to readers, and of pages that are not for the person", async () => {
    const api = await office.as(timo);
    const page = await createPage(api, { title: "Offen" });
    const secret = await createPage(api, { title: "Geheim", visibility: "maintainers" });
    const reading = await tokenOf(jana, ["wiki:read", "records:write"]);
    expect((await call(reading, "PUT", `/pages/${page.id}/content`, { markdown: "x" })).status).toBe(403);
    expect((await call(reading, "POST", "/pages", { title: "Neu", markdown: "x" })).status).toBe(403);
    const records = await tokenOf(jana, ["records:read"]);
    expect((await call(records, "GET", `/pages/${page.id}/content`)).status).toBe(403);
    expect((await call(records, "GET", "/search?query=Offen")).status).toBe(403);
    const reader = await tokenOf(await office.hire({ role: "readonly" }));
    expect((await call(reader, "PUT", `/pages/${page.id}/content`, { markdown: "x" })).status).toBe(403);
    const member = await tokenOf(jana);
    expect((await call(member, "GET", `/pages/${secret.id}/content`)).status).toBe(404);
    expect((await call(member, "PUT", `/pages/${secret.id}/content`, { markdown: "x" })).status).toBe(404);
    expect((await call(member, "GET", "/search?query=Geheim")).json.hits).toEqual([]);
  });

  it("when it is none, too long, or older than what stands there", async () => {
    const token = await tokenOf(jana);
    const { id } = await createPage(await office.as(jana));
    const path = `/pages/${id}/content`;
    expect((await call(token, "PUT", path, {})).json.errors).toHaveProperty("markdown");
    expect((await call(token, "PUT", path, { markdown: "x".repeat(1_000_001) })).status).toBe(400);
    const tableOf = (rows: number) => `| a | b | c |\n|---|---|---|\n${"| 1 | 2 | 3 |\n".repeat(rows)}`;
    for (const [method, at] of [
      ["PUT", path],
      ["POST", "/pages"],
    ] as const) {
      const markdown = tableOf(5_000);
      const sent = await call(token, method, at, { markdown, ...(method === "POST" && { title: "Neu" }) });
      expect(sent.status).toBe(400);
      expect(sent.json.errors.markdown).toEqual([expect.stringMatching(/^Inhalt: Höchstens 3\.000 Tabellenzellen/)]);
    }
    // More than the thread has room for to count.
    const huge = await call(token, "PUT", path, { markdown: tableOf(60_000) });
    expect(huge.status).toBe(400);
    expect(huge.json.errors.markdown).toEqual([expect.stringMatching(/^Inhalt: /)]);
    await write(office, timo, id, paragraph("von Timo"));
    const late = await call(token, "PUT", path, { markdown: "von Jana", contentVersion: 0 });
    expect([late.status, late.json.code]).toEqual([409, "conflict"]);
    expect((await call(token, "POST", "/pages", { title: "Neu", nirgends: 1 })).status).toBe(400);
  });
});

describe("over the API", () => {
  it("a page is read as Markdown and HTML, and written by its version", async () => {
    const token = await tokenOf(jana);
    const { id } = await createPage(await office.as(jana), { title: "Umzug" });
    await write(office, jana, id, heading("Ablauf"), paragraph("Erst sichern."));
    const { json } = await call(token, "GET", `/pages/${id}/content`);
    expect(json).toMatchObject({ id, title: "Umzug", markdown: "## Ablauf\n\nErst sichern.\n", contentVersion: 1 });
    expect(json.html).toContain("<p>Erst sichern.</p>");
    const markdown = `${json.markdown}\n<script>alert(1)</script>\n\n- [x] Fertig\n`;
    const written = await call(token, "PUT", `/pages/${id}/content`, { markdown, contentVersion: 1 });
    expect(written).toMatchObject({ status: 200, json: { id, contentVersion: 2 } });
    const after = (await call(token, "GET", `/pages/${id}/content`)).json;
    expect(after.markdown).toContain("- [x] Fertig");
    expect(after.html).not.toContain("<script");
  });

  it("a page begins below another one with what it says, and is found by its words", async () => {
    const token = await tokenOf(jana);
    const parent = await createPage(await office.as(jana));
    const made = await call(token, "POST", "/pages", {
      title: "Zertifikate",
      status: "published",
      parentId: parent.id,
      markdown: "Das Wildcardzertifikat läuft ab.",
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/api/v1/pages/${made.json.id}`);
    const api = await office.as(jana);
    const read = await api.page.read({ id: made.json.id });
    expect(read.breadcrumb.map(({ id }) => id)).toEqual([parent.id]);
    const found = await call(token, "GET", "/search?query=zertifikat&limit=5");
    expect(found.json.hits.map((hit: { id: string }) => hit.id)).toContain(made.json.id);
  });

  it("chats are read and written", async () => {
    const token = await tokenOf(jana);
    const api = await office.as(jana);
    const page = await createPage(api);
    const chat = await api.chat.create({
      title: "Frage",
      target: { type: "page", id: page.id },
      body: "Wer?",
      clientId: "eins-eins-eins",
    });
    const said = await call(token, "POST", `/chats/${chat.id}/messages`, { body: "Ich.", clientId: "zwei-zwei-zwei" });
    expect(said.status).toBe(200);
    const { json } = await call(token, "GET", `/chats/${chat.id}/messages?limit=10`);
    expect(JSON.stringify(json)).toContain("Ich.");
  });
});
