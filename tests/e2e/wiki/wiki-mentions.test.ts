import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { documentOf, mention, paragraph } from "../../support/wiki/wiki.ts";

let portal: TestPortal;
let jana: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen" });
  api = await apiOf(portal, jana);
});
afterAll(() => portal.stop());

const write = (id: string, ...content: Parameters<typeof paragraph>) =>
  portal.portal.services.pageRooms.edit(id, jana.id, () => documentOf(paragraph(...content)));

const stored = async (id: string) =>
  portal.portal.services.db
    .selectFrom("pages")
    .select(["contentJson", "contentVersion"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** The text of a page that is read, and of one that is written. */
const read = (page: Page) => page.getByRole("main").getByRole("article");
const written = (page: Page) => page.getByRole("textbox", { name: "Text der Seite" });

test("what a page mentions is renamed and changes its state before the eyes of who reads it and who writes it", async () => {
  const customer = await api.customer.create({ body: { name: "Weingut Amsel" } });
  const website = await api.website.create({ body: { url: "https://amsel.example", name: "Amsel im Netz" } });
  const { id } = await api.page.create({ body: { title: "Wer zuständig ist" }, parentId: null });
  await write(id, "Frag ", mention("customer", customer.id, "Amsel alt"), " zu ", mention("website", website.id));
  const before = await stored(id);
  const [reader, writer, other] = await Promise.all([
    openBrowser(portal, { person: await portal.hire({ name: "Rea Lesend", role: "readonly" }) }),
    openBrowser(portal, { person: jana }),
    openBrowser(portal, { person: await portal.hire({ name: "Timo Brandt" }) }),
  ]);
  await Promise.all([
    visitLive(reader, `/wiki/${id}`),
    visitLive(writer, `/wiki/${id}?edit`),
    visitLive(other, `/customers/${customer.id}/edit`),
  ]);
  await read(reader).getByRole("link", { name: "Weingut Amsel, Aktiv", exact: true }).waitFor();
  await read(reader).getByRole("link", { name: "Amsel im Netz, Live", exact: true }).waitFor();
  await written(writer).getByTitle("Aktiv", { exact: true }).getByText("Weingut Amsel").waitFor();
  await written(writer).getByTitle("Live", { exact: true }).getByText("Amsel im Netz").waitFor();

  await other.getByLabel(/^Firma \/ Name/).fill("Weingut Drossel");
  await other.keyboard.press("Control+Enter");
  await read(reader).getByRole("link", { name: "Weingut Drossel, Aktiv", exact: true }).waitFor();
  await written(writer).getByTitle("Aktiv", { exact: true }).getByText("Weingut Drossel").waitFor();
  await api.website.update({ params: { id: website.id }, body: { lifecycle: "shutDown" }, version: website.version });
  await read(reader).getByRole("link", { name: "Amsel im Netz, Abgeschaltet", exact: true }).waitFor();
  await written(writer).getByTitle("Abgeschaltet", { exact: true }).getByText("Amsel im Netz").waitFor();

  // What the chips show is written nowhere: neither opening the text nor leaving it has changed it.
  await writer.getByRole("button", { name: "Fertig" }).click();
  await read(writer).getByRole("link", { name: "Weingut Drossel, Aktiv", exact: true }).waitFor();
  expect(await stored(id)).toEqual(before);
  expect((await api.page.revisions({ id })).totalItems).toBe(1);
});

test("a chip is masked for who may not read the page behind it, also while they write", async () => {
  const admin = await portal.hire({ name: "Malte Grothe", role: "admin" });
  const asAdmin = await apiOf(portal, admin);
  const hidden = { title: "Vertrauliche Zahlen", visibility: "maintainers" };
  const secret = await asAdmin.page.create({ body: hidden, parentId: null });
  const customer = await api.customer.create({ body: { name: "Bäckerei Krug" } });
  const { id } = await api.page.create({ body: { title: "Zahlenübersicht" }, parentId: null });
  await write(id, "Siehe ", mention("page", secret.id), " und ", mention("customer", customer.id, "Krug"));

  const member = await openBrowser(portal, { person: jana });
  await visitLive(member, `/wiki/${id}`);
  await read(member).getByTitle("Nicht (mehr) sichtbar").getByText("Wiki-Seite").waitFor();
  expect(await read(member).getByText("Vertrauliche Zahlen").count()).toBe(0);
  await visitLive(member, `/wiki/${id}?edit`);
  await written(member).getByTitle("Nicht (mehr) sichtbar").getByText("Wiki-Seite").waitFor();
  await written(member).getByTitle("Aktiv", { exact: true }).getByText("Bäckerei Krug").waitFor();
  // Green says that a check has found something well; that a customer is one says no check.
  const chip = written(member).locator("[data-status=ok]").filter({ hasText: "Bäckerei Krug" });
  expect(await chip.evaluate((element) => getComputedStyle(element, "::before").content)).toBe("none");
  expect(await written(member).getByText("Vertrauliche Zahlen").count()).toBe(0);

  const maintainer = await openBrowser(portal, { person: admin });
  await visitLive(maintainer, `/wiki/${id}?edit`);
  await written(maintainer).getByTitle("Veröffentlicht", { exact: true }).getByText("Vertrauliche Zahlen").waitFor();
});

test("what a page mentions stays in one piece at the end of a line, for who reads and who writes", async () => {
  const customer = await api.customer.create({ body: { name: "Tischlerei Borke und Söhne" } });
  const { id } = await api.page.create({ body: { title: "Zeilenenden" }, parentId: null });
  // One of these lengths ends in the middle of the line that the names would break in.
  const lengths = Array.from({ length: 12 }, (_, step) => "wort ".repeat(step + 1));
  const parts = lengths.flatMap((words) => [
    words,
    mention("customer", customer.id),
    " ",
    mention("user", jana.id),
    " ",
  ]);
  await write(id, ...parts);
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  const linesOf = (text: ReturnType<typeof read>, selector: string) =>
    text.locator(selector).evaluateAll((names) =>
      // A line of the text is 24 px high or more; a name that breaks inside of its box makes that box higher.
      names.map((name) => Math.max(name.getClientRects().length, Math.round(name.getBoundingClientRect().height / 26))),
    );
  await visitLive(page, `/wiki/${id}`);
  const whole = Array.from({ length: 24 }, () => 1);
  await expect.poll(() => linesOf(read(page), "[data-mention-kind]")).toEqual(whole);
  await visitLive(page, `/wiki/${id}?edit`);
  await expect.poll(() => linesOf(written(page), ".mention-chip, .mention-person")).toEqual(whole);
});
