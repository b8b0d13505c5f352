import type { Page } from "playwright-core";
import type { Scene } from "./studio.ts";

const anna = { id: "anna", name: "Anna Reuter" };
const website = { id: "amsel", name: "Weingut Amsel" };
const feedback = { id: "doppelt", title: "Kalender zeigt eine Frist doppelt" };
/** presence-user-list and the five channels of the spec, all of which an admin may join. */
const channels = 6;

/** Resolves once the page has signed in and joined every channel. */
function liveUpdates(page: Page): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the page did not join its channels")), 15_000);
    const open = new Set(["sign-in"]);
    let joined = 0;
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (payload.includes("pusher:signin_success")) open.delete("sign-in");
        if (payload.includes("pusher_internal:subscription_succeeded")) joined += 1;
        if (open.size === 0 && joined >= channels) resolve();
      }),
    );
  });
}

async function openLive(page: Page, path: string): Promise<void> {
  const live = liveUpdates(page);
  await page.goto(path, { waitUntil: "networkidle" });
  await live;
}

export const liveScenes = {
  presence: {
    as: "admin",
    width: 1440,
    async pose(page, { others }) {
      await others();
      await openLive(page, "/");
      await page.getByRole("button", { name: /Benachrichtigungen/ }).hover();
      await page.getByText("Timo Brandt").first().waitFor();
    },
  },
  toasts: {
    as: "admin",
    async pose(page, { portal, admin }) {
      await openLive(page, "/");
      const toUserId = admin.id;
      await portal.services.live.publish([
        { event: "userLogin", payload: { user: anna }, toUserId },
        { event: "newFeedback", payload: { feedback }, toUserId },
        {
          event: "stopPreviewBtnSync",
          payload: { website, error: "Zeitüberschreitung beim Laden der Seite" },
          toUserId,
        },
        { event: "updatePreviewImage", payload: { website }, toUserId },
        { event: "newUser", payload: { user: anna } },
      ]);
      await page.getByText("Update Website", { exact: true }).waitFor();
      await page.getByText("Neuer Benutzer!", { exact: true }).waitFor();
      await page.getByText("Anmeldung", { exact: true }).waitFor();
    },
  },
  "live-interrupted": {
    as: "admin",
    async pose(page) {
      await page.routeWebSocket("**/app/**", (socket) => socket.close());
      await page.goto("/", { waitUntil: "networkidle" });
      await page.getByText("Live-Updates unterbrochen").waitFor();
    },
  },
  "settings-live": {
    as: "admin",
    async pose(page, { portal, admin }) {
      await openLive(page, "/settings/live");
      await portal.services.live.publish([
        { event: "newWebsite", payload: { website } },
        {
          event: "newNotification",
          payload: { notification: { id: "n", title: "Notebook übergeben" } },
          toUserId: admin.id,
        },
      ]);
      await page.getByText("newNotification").last().waitFor();
    },
  },
} satisfies Record<string, Scene>;
