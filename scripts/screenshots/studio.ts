import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { cookieNames } from "../../server/auth/cookies.ts";
import { createSession } from "../../server/auth/sessions.ts";
import { openChecks } from "../../server/checks/access.ts";
import { type Environment, readEnvironment } from "../../server/env.ts";
import type { Api } from "../../server/features/router.ts";
import { createLog } from "../../server/log.ts";
import { type Portal, startPortal } from "../../server/portal/portal.ts";
import { addressOf } from "../../server/sample/agency.ts";
import { samplePeople } from "../../server/sample/people.ts";
import { apiOf } from "../../tests/support/portal/portal-api.ts";
import { createDemo } from "../demo/create-demo.ts";

export interface Look {
  width: number;
  height: number;
  theme: "light" | "dark";
}

export interface Scene {
  /** Who is looking; a stranger where it is absent. The newcomer is alone in a portal that holds nothing yet. */
  as?: "admin" | "colleague" | "newcomer";
  /** Taken in this width alone. */
  width?: number;
  /** Leads the page to the state that is pictured. */
  pose(page: Page, stage: Stage): Promise<void>;
}

export interface Stage {
  portal: Portal;
  /** A portal without any account. */
  emptyPortal: Portal;
  admin: { id: string };
  colleague: { id: string };
  /** The path of a page that is read without signing in: of the wall or of a status page. */
  publicPage(kind: "wall" | "status"): string;
  /** The procedures as a colleague with more rights than most calls them from elsewhere. */
  api(): Promise<Api>;
  /** Invites somebody; the path of their link. */
  invite(): Promise<string>;
  /** Opens the portal in other people's browsers until the picture is taken. */
  others(): Promise<void>;
}

export interface Studio {
  shoot(scene: Scene, file: string): Promise<void>;
  close(): Promise<void>;
}

/** The moment that every picture shows: a Friday, 14:05 in Berlin. */
export const moment = new Date("2026-11-20T13:05:00.000Z");

/** A portal with the sample agency, and an empty one, on free ports and folders of their own, seen in one look. */
export async function openStudio(browser: Browser, look: Look): Promise<Studio> {
  const folder = mkdtempSync(path.join(tmpdir(), "techcenter-studio-"));
  const [jana] = samplePeople;
  if (!jana) throw new Error("the sample agency has nobody to sign in");
  const dataDir = path.join(folder, "agency");
  const portal = await open(dataDir, {
    ADMIN_EMAIL: addressOf(jana),
    ADMIN_NAME: jana.name,
    ADMIN_PASSWORD: "a password for pictures",
  });
  const emptyPortal = await open(path.join(folder, "empty"));
  const freshPortal = await open(path.join(folder, "fresh"), {
    ADMIN_EMAIL: "ina.behrens@nordlicht.example",
    ADMIN_NAME: "Ina Behrens",
    ADMIN_PASSWORD: "a password for pictures",
  });
  const newcomer = await freshPortal.services.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const { db } = portal.services;
  const admin = await db.selectFrom("users").select(["id", "email"]).executeTakeFirstOrThrow();
  const { pages } = await createDemo(portal.services, { admin, dataDir });
  // Nothing is measured while pictures are taken, but what was measured is shown as by a portal that watches.
  portal.services.checks.close();
  portal.services.checks = openChecks(dataDir);
  const publicPage: Stage["publicPage"] = (kind) =>
    pages.find(({ path: at }) => at.startsWith(`/${kind}/`))?.path ?? "/";
  const colleague = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "member")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const maintainer = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "maintainer")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const api = () => apiOf({ portal }, maintainer);
  const people = {
    admin: { portal, id: admin.id },
    colleague: { portal, id: colleague.id },
    newcomer: { portal: freshPortal, id: newcomer.id },
  };
  const notifications = await db.selectFrom("notifications").selectAll().execute();
  const [first] = notifications;
  if (!first) throw new Error("the sample agency has no notifications");
  const invite = () => inviteSomebody(portal, admin.id);
  const contexts: BrowserContext[] = [];
  const others = async () => {
    const colleagues = await db
      .selectFrom("users")
      .select("id")
      .where("id", "!=", admin.id)
      .orderBy("id")
      .limit(3)
      .execute();
    for (const person of colleagues) {
      const context = await openContext(browser, look, portal);
      contexts.push(context);
      await signIn(context, portal, person.id);
      await (await context.newPage()).goto("/", { waitUntil: "networkidle" });
    }
  };
  const only = { ...first, id: "only", forUserId: colleague.id, readAt: null };

  return {
    async shoot(scene, file) {
      // Pictures of the panel mark what they show as read.
      await db.deleteFrom("notifications").execute();
      await db
        .insertInto("notifications")
        .values([...notifications, only])
        .execute();
      const who = scene.as && people[scene.as];
      const context = await openContext(browser, look, who?.portal ?? portal);
      try {
        if (who) await signIn(context, who.portal, who.id);
        // In an agency that has been at work for a year nobody sees the first steps any more.
        if (scene.as !== "newcomer")
          await context.addCookies([{ name: "dashboard-checklist-dismissed", value: "1", url: portal.url }]);
        const page = await context.newPage();
        await page.clock.setFixedTime(moment);
        await scene.pose(page, { portal, emptyPortal, admin, colleague, publicPage, api, invite, others });
        await page.evaluate(() => document.fonts.ready);
        await page.evaluate(replaceChance);
        const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
        await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toFile(file);
      } finally {
        await Promise.all([context, ...contexts.splice(0)].map((one) => one.close()));
      }
    },
    async close() {
      await Promise.all([portal, freshPortal, emptyPortal].map((one) => one.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function open(dataDir: string, variables: Record<string, string> = {}): Promise<Portal> {
  const env: Environment = readEnvironment({
    PORT: "0",
    SOKETI_PORT: "0",
    DATA_DIR: dataDir,
    // The names of the sample agency count as known in all of this process; nobody is asked for them.
    MONITORING: "off",
    CHECK_RESOLVER: "127.0.0.1:53",
    ...variables,
  });
  const portal = await startPortal(env, createLog("silent"));
  portal.services.now = () => moment;
  return portal;
}

async function openContext(browser: Browser, { width, height, theme }: Look, portal: Portal): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width, height },
    hasTouch: width < 768,
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(15_000);
  await context.addInitScript((chosen) => localStorage.setItem("ui-color-scheme", chosen), theme);
  return context;
}

/** Gives the browser a session, which is quicker than the form. */
export async function signIn(context: BrowserContext, { url, services }: Portal, userId: string): Promise<void> {
  const { token } = await createSession(services.db, {
    userId,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    ip: "192.0.2.10",
    now: moment,
  });
  await context.addCookies([{ name: cookieNames(false).session, value: token, url, httpOnly: true, sameSite: "Lax" }]);
}

/** Runs in the page: what is drawn by lot reads the same in every run, so that only real changes change a picture. */
function replaceChance(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    text.textContent = (text.textContent ?? "")
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "01a1fbf8-8895-7746-99a2-cc58377f451d")
      .replace(/^\d{6,}\.\d{6,}$/, "7944133377.965870369");
  }
  for (const input of document.querySelectorAll("input")) {
    if (/^[\w-]{32,}$/.test(input.value)) input.value = "einmaliger-code-aus-der-ausgabe-des-servers";
  }
}

/** The path of an invitation's link; a former invitation to the same address is withdrawn. */
async function inviteSomebody({ services, url }: Portal, adminId: string): Promise<string> {
  const { token } = await createSession(services.db, { userId: adminId, now: moment });
  const call = async (procedure: string, input: unknown) => {
    const response = await fetch(`${url}/api/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie: `${cookieNames(false).session}=${token}` },
      body: JSON.stringify({ json: input }),
    });
    return (await response.json()) as { result?: { data: { json: { link: string } } } };
  };
  const email = "mira.falk@nordlicht.example";
  const former = await services.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  const answer = former
    ? await call("user.renewInvitation", { id: former.id })
    : await call("user.invite", { body: { name: "Mira Falk", email, role: "member" } });
  if (!answer.result) throw new Error("nobody could be invited");
  return answer.result.data.json.link;
}
