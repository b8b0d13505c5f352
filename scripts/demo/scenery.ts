import { dayMs, hourMs, minuteMs } from "../../contract/time/durations.ts";
import { portalMoment } from "../../contract/time/portal-time.ts";
import { addDays, portalDate } from "../../contract/time/today.ts";
import { createHeartbeat } from "../../server/features/heartbeats/commands.ts";
import { receiveReport } from "../../server/features/heartbeats/receive.ts";
import { createMaintenance } from "../../server/features/maintenance/commands.ts";
import { updateSettings } from "../../server/features/settings/commands.ts";
import { createStatusPage, createWall } from "../../server/features/status-pages/commands.ts";
import { readStoredSettings } from "../../server/settings/read-settings.ts";
import type { Cast } from "./cast.ts";
import { canaryNames } from "./lead-inside.ts";
import { type Stage, undergo } from "./stage.ts";
import type { World } from "./world.ts";

export const technician = "Timo Brandt";

/** Without a way to the internet the demo must not take its own connection for lost: it asks servers of its own. */
export async function setCanaries(stage: Stage): Promise<void> {
  const { version } = await readStoredSettings(stage.services.db, "monitoring");
  const canaries = canaryNames.map((name) => `${name}:443`);
  await updateSettings(stage.as("Jana Petersen"), {
    section: "monitoring",
    values: { canaries },
    secrets: {},
    version,
  });
}

/** A maintenance that was, one that runs since the answered moment, one that comes every week, and one of a customer. */
export async function planMaintenance(stage: Stage, cast: Cast): Promise<Date> {
  const { present } = stage;
  const ago = (ms: number) => new Date(present.getTime() - ms);
  const plan = async (plannedAt: Date, window: Omit<Parameters<typeof createMaintenance>[1], "isSilent">) => {
    stage.setClock(plannedAt);
    await createMaintenance(stage.as(technician), { ...window, isSilent: true });
  };
  const day = (offset: number) => addDays(portalDate(present), offset);
  const at = (offset: number, time: string) => portalMoment(day(offset), time).toISOString();
  const once = { rrule: null };
  const past = { startsAt: at(-12, "02:00"), endsAt: at(-12, "03:30") };
  await plan(ago(15 * dayMs), {
    title: "Umzug auf neue Hardware",
    scope: "host",
    targetIds: [cast.patched.id],
    ...past,
    ...once,
  });
  const running = { startsAt: ago(25 * minuteMs).toISOString(), endsAt: ago(-155 * minuteMs).toISOString() };
  await plan(ago(2 * dayMs), {
    title: "Shopware-Update 6.7",
    scope: "website",
    targetIds: [cast.maintained.id],
    ...running,
    ...once,
  });
  await plan(ago(dayMs), {
    title: "Sicherheitsupdates",
    scope: "host",
    targetIds: [cast.patched.id],
    rrule: "FREQ=WEEKLY",
    startsAt: at(3, "22:00"),
    endsAt: at(3, "23:00"),
  });
  await plan(ago(3 * hourMs), {
    title: "Relaunch",
    scope: "customer",
    targetIds: [cast.shown.customerId],
    ...once,
    startsAt: at(9, "18:00"),
    endsAt: at(9, "21:00"),
  });
  const quiet = [
    { targets: [cast.patched, ...cast.patched.sites], ...past },
    { targets: [cast.maintained], ...running },
  ];
  for (const { targets, startsAt, endsAt } of quiet) {
    const [fromS, untilS] = [startsAt, endsAt].map((moment) => Date.parse(moment) / 1000);
    const checks = stage.checks.filter(({ target }) =>
      targets.some(({ type, id }) => type === target.type && id === target.id),
    );
    undergo(stage, checks, { fromS: fromS ?? 0, untilS: untilS ?? 0, outcome: "maintenance" });
  }
  return new Date(running.startsAt);
}

/** Jobs and servers that report by themselves; the launcher of the demo goes on with it. */
export async function startReporting(stage: Stage, cast: Cast): Promise<World["heartbeats"]> {
  const { present, services } = stage;
  const make = async (order: Parameters<typeof createHeartbeat>[1], report: string, former: string[] = []) => {
    stage.setClock(new Date(present.getTime() - 120 * dayMs));
    const { url } = await createHeartbeat(stage.as(technician), order);
    const token = url.slice(url.lastIndexOf("/") + 1);
    const receive = async (agoMs: number, said: string) => {
      stage.setClock(new Date(present.getTime() - agoMs));
      await receiveReport(services, token, Object.fromEntries(new URLSearchParams(said)));
    };
    for (const [index, said] of former.entries()) await receive((former.length - index) * dayMs, said);
    await receive(minuteMs, report);
    return { token, report };
  };
  const [host, shop] = [
    { type: "host" as const, id: cast.patched.id },
    { type: "website" as const, id: cast.slow.id },
  ];
  return [
    await make(
      { target: host, kind: "server", label: "Auslastung", everySeconds: 300 },
      "status=up&load=0.84&disk=71&memory=58",
      Array.from({ length: 45 }, (_, day) => `status=up&disk=${(55 + day * 0.36 + (day % 4) * 0.2).toFixed(1)}`),
    ),
    await make(
      { target: host, kind: "backup", label: "Backup um 03:12 Uhr", everySeconds: 86_400 },
      "status=up&backup=ok&msg=41,2 GB gesichert",
    ),
    await make(
      { target: shop, kind: "cron", label: "Lagerbestand abgleichen", everySeconds: 900 },
      "status=up&msg=312 Artikel&ping=5400",
    ),
  ];
}

/** A page for a customer who is hit by the outage, and the screen on the wall of the office. */
export async function openPages(stage: Stage, { shown }: Cast): Promise<World["pages"]> {
  stage.setClock(new Date(stage.present.getTime() - 60 * dayMs));
  const ctx = stage.as("Jana Petersen");
  const websiteIds = shown.sites.map(({ id }) => id);
  const page = await createStatusPage(ctx, { customerId: shown.customerId, name: shown.name, websiteIds });
  const wall = await createWall(ctx, { name: "Büro" });
  return [
    { label: `Statusseite für ${shown.name}`, path: new URL(page.url).pathname },
    { label: "Bildschirm im Büro", path: new URL(wall.url).pathname },
  ];
}
