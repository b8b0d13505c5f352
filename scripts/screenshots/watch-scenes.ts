import type { Page } from "playwright-core";
import type { Scene, Stage } from "./studio.ts";

type Finds = (db: Stage["portal"]["services"]["db"]) => Promise<string>;

/** The page of something that is found when the picture is taken. */
const found = (find: Finds, tab = "", then?: (page: Page) => Promise<void>): Scene => ({
  as: "admin",
  async pose(page, { portal }) {
    await page.goto((await find(portal.services.db)) + tab, { waitUntil: "networkidle" });
    await then?.(page);
  },
});

const open = (path: string): Scene => found(async () => path);

const website =
  (status: "offline" | "online"): Finds =>
  async (db) => {
    const { id } = await db
      .selectFrom("websites")
      .select("id")
      .where("status", "=", status)
      .orderBy("title")
      .limit(1)
      .executeTakeFirstOrThrow();
    return `/websites/${id}`;
  };

const brokenHost: Finds = async (db) => {
  const row = await db.selectFrom("hosts").select("id").where("status", "=", "offline").executeTakeFirstOrThrow();
  return `/hosts/${row.id}`;
};

/** The website whose certificate ends first. */
const endingSoon: Finds = async (db) => {
  const { id } = await db
    .selectFrom("websites")
    .select("id")
    .where("certificateExpiresAt", "is not", null)
    .orderBy("certificateExpiresAt")
    .limit(1)
    .executeTakeFirstOrThrow();
  return `/websites/${id}`;
};

const openIncident: Finds = async (db) => {
  const row = await db.selectFrom("incidents").select("id").where("state", "=", "open").executeTakeFirstOrThrow();
  return `/incidents/${row.id}`;
};

const report: Finds = async (db) => {
  const { id } = await db
    .selectFrom("pages")
    .select("id")
    .where("title", "like", "Nachbericht zu Störung%")
    .executeTakeFirstOrThrow();
  return `/wiki/${id}`;
};

const publicPage = (kind: "wall" | "status"): Scene => ({
  async pose(page, stage) {
    await page.goto(stage.publicPage(kind), { waitUntil: "networkidle" });
  },
});

const showYear = (page: Page) => page.getByText("1 J", { exact: true }).click();

export const watchScenes = {
  availability: found(website("offline"), "/availability"),
  "availability-year": found(website("online"), "/availability", showYear),
  certificate: found(endingSoon, "/certificate"),
  "host-broken": found(brokenHost),
  "host-impact": found(brokenHost, "/impact"),
  incidents: open("/incidents"),
  incident: found(openIncident),
  "incident-report": found(report),
  maintenance: open("/maintenance"),
  calendar: open("/calendar"),
  tasks: open("/tasks?scope=all"),
  wall: publicPage("wall"),
  "status-page": publicPage("status"),
} satisfies Record<string, Scene>;
