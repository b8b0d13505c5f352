import type { Locator, Page } from "playwright-core";
import Pusher from "pusher";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { goneAfterMs } from "../../../app/lib/live/presence-list.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { openBrowser } from "../../support/browser/browser.ts";
import { stepUntil } from "../../support/browser/clock.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const pusherOf = ({ dataDir, portal: { soketi } }: TestPortal) => {
  const { id, key, secret } = loadSecrets(dataDir).soketi;
  return new Pusher({ appId: id, key, secret, host: "127.0.0.1", port: String(soketi.port), useTLS: false });
};

async function online(): Promise<unknown> {
  const answer = await pusherOf(portal).get({ path: "/channels/presence-user-list/users" });
  return (await answer.json()).users;
}

// Soketi may hear later than the test that the windows of the one before are closed.
beforeEach(async () => {
  await expect.poll(online).toEqual([]);
});

const teamOnline = (page: Page, name: string) =>
  page.getByRole("region", { name: "Team online" }).getByRole("link", { name });

test("nothing of the maintainers' channel reaches a member's browser", async () => {
  const [malte, jana] = [await portal.hire({ name: "Malte Grothe", role: "maintainer" }), await portal.hire()];
  const pages = [await openBrowser(portal, { person: malte }), await openBrowser(portal, { person: jana })];
  const [heardByMalte, heardByJana] = pages.map(hearFrames) as [string[], string[]];
  await Promise.all(pages.map((page) => visitLive(page, "/")));
  const pusher = pusherOf(portal);
  await pusher.trigger("maintainer", "newWebsite", { website: { id: "w1", name: "Nur für Betreuer" } });
  await pusher.trigger("feedback", "newWebsite", { website: { id: "w1", name: "Für alle" } });

  await expect.poll(() => heardByMalte.filter((frame) => frame.includes("Nur für Betreuer"))).toHaveLength(1);
  await expect.poll(() => heardByJana.filter((frame) => frame.includes("Für alle"))).toHaveLength(1);
  expect(heardByJana.filter((frame) => frame.includes("maintainer") || frame.includes("Betreuer"))).toEqual([]);
});

test("who opens the portal appears at the foot of the navigation and on the dashboard, and goes with their last page", async () => {
  const [malte, jana] = [await portal.hire({ name: "Malte Grothe", role: "maintainer" }), await portal.hire()];
  const watching = await openBrowser(portal, { person: malte });
  await watching.clock.install();
  await visitLive(watching, "/");
  await teamOnline(watching, "Malte Grothe").waitFor();
  expect(await teamOnline(watching, "Jana Petersen").count()).toBe(0);

  const first = await openBrowser(portal, { person: jana });
  await visitLive(first, "/");
  await teamOnline(watching, "Jana Petersen").waitFor();
  await watching.getByRole("main").getByRole("img", { name: "Jana Petersen, da" }).waitFor();
  await watching.getByRole("button", { name: "Konto von Malte Grothe" }).hover();
  const foot = watching.getByRole("status").filter({ hasText: "Online" });
  await expect.poll(() => namesIn(foot)).toEqual(["Jana Petersen", "Malte Grothe"]);

  const second = await first.context().newPage();
  await visitLive(second, "/wiki");
  await first.close();
  await visitLive(second, "/");
  await teamOnline(second, "Malte Grothe").waitFor();
  expect(await teamOnline(watching, "Jana Petersen").count()).toBe(1);
  await second.close();
  // A clock that runs ahead before Soketi has heard of it would make the one who watches go away as well.
  await expect.poll(online).toEqual([{ id: malte.id }]);
  // Whoever loses the connection is still there for half a minute.
  await stepUntil(watching, goneAfterMs / 3, () => teamOnline(watching, "Jana Petersen").count(), 0);
  await expect.poll(() => namesIn(foot)).toEqual(["Malte Grothe"]);
});

test("the workbench shows the connection, its channels and who is online", async () => {
  const malte = await portal.hire({ name: "Malte Grothe", role: "maintainer" });
  const page = await openBrowser(portal, { person: malte });
  await visitLive(page, "/settings/live");
  const members = page.getByRole("region", { name: "Online" });
  await expect.poll(() => namesIn(members)).toEqual(["Malte Grothe"]);
  await page.getByRole("region", { name: "Verbindung" }).getByText("Verbunden", { exact: true }).waitFor();
  const channels = page.getByRole("region", { name: "Kanäle" }).getByRole("listitem");
  await expect
    .poll(() => channels.allInnerTexts())
    .toEqual(
      ["presence-user-list", "website", "wiki", "user", "feedback", "maintainer"].map((name) =>
        expect.stringMatching(new RegExp(`^${name}\\s+abonniert$`)),
      ),
    );
});

/** The last line of each entry: above it stand the initials of a picture that has not come. */
const namesIn = async (list: Locator) =>
  (await list.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n").at(-1));

function hearFrames(page: Page): string[] {
  const frames: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  return frames;
}
