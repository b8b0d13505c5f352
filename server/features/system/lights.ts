import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { entriesOf, keysOf } from "../../../contract/narrowing.ts";
import { type Light, type LightKey, lightLabels, type QueueKey, queueLabels } from "../../../contract/system/lights.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { counted } from "../../../contract/values/counted.ts";
import { offTexts } from "../../browser/browser-problem.ts";
import { diskTexts } from "../../files/disk-space.ts";
import { nameAdvisories } from "./advisories.ts";
import type { JudgedFigures, SystemFigures } from "./figures.ts";
import { badRestarts } from "./memory-restarts.ts";
import { judgeNodes } from "./node-light.ts";
import { stalledMs } from "./process-figures.ts";
import { judgePoints } from "./vantage-light.ts";

type Found = Omit<Light, "key" | "histories">;
/** Undefined of what this installation does not have. */
type Judge = (figures: JudgedFigures, now: Date) => Found | undefined;

const ok = (value: string): Found => ({ state: "ok", value, advice: null });
const unknown = (value: string, advice: string | null = null): Found => ({ state: "unknown", value, advice });
const shortDuration = (ms: number) =>
  ms < 2 * minuteMs
    ? `${Math.round(ms / secondMs)} Sek.`
    : ms < 2 * hourMs
      ? `${Math.round(ms / minuteMs)} Min.`
      : `${Math.round(ms / hourMs)} Std.`;

const backupLights: Record<SystemFigures["backup"]["light"], Light["state"]> = {
  ok: "ok",
  off: "warn",
  noted: "warn",
  incomplete: "warn",
  untested: "warn",
  late: "bad",
  failed: "bad",
};
/** A single one is a bug to look at; so many of so few are an outage. */
const badFailures = 5;
const badShare = 0.05;
/** Of fewer, a few that took long by chance are a large share. */
const minAwaited = 50;
/** How long 95 of 100 may take at most. */
const badP95Ms = 5 * secondMs;
/** For mails and messages somebody waits; what is asked of others comes in thousands and may take its time. */
const patience: Record<QueueKey, { warnMs: number; badMs: number }> = {
  mail: { warnMs: hourMs, badMs: dayMs },
  webhooks: { warnMs: hourMs, badMs: dayMs },
  channels: { warnMs: hourMs, badMs: dayMs },
  imports: { warnMs: 2 * hourMs, badMs: dayMs },
  discoveries: { warnMs: 2 * hourMs, badMs: 2 * dayMs },
  attachmentTexts: { warnMs: 6 * hourMs, badMs: 2 * dayMs },
  lookups: { warnMs: dayMs, badMs: 3 * dayMs },
  previews: { warnMs: 2 * dayMs, badMs: 7 * dayMs },
};
/** A backup works on copies of the database. */
const backupCopies = 2;
/** A process that ends so often in a day has a reason that somebody should look for. */
const manyRestarts = 3;
/** Of the live connections that there may be. */
const fullShare = 0.8;
/** What was known then says little about today. */
const advisoriesDueMs = 7 * dayMs;
const dateOf = (at: Date) => formatCalendarDate(portalDate(at));

const judges: Record<LightKey, Judge> = {
  disk({ disk }) {
    const { folder, whenFull } = diskTexts[disk.of];
    if (disk.state === "unknown")
      return unknown(
        `Der Datenträger von ${folder} sagt nicht, wie viel frei ist`,
        "Liegt er im Netz, prüfe, ob er noch antwortet.",
      );
    const value = `${formatByteCount(disk.freeBytes)} von ${formatByteCount(disk.totalBytes)} frei`;
    if (disk.state === "ok") return ok(value);
    const advice = `Schaffe Platz auf dem Datenträger von ${folder} oder vergrößere ihn; ist er voll, ${whenFull}.`;
    return { state: disk.state === "low" ? "warn" : "bad", value, advice };
  },
  setup({ setUp: { unreadableSecrets, hasUnheardProxy, dataFits } }) {
    if (!dataFits)
      return {
        state: "bad",
        value: "Die Daten passen nicht zu dieser Version",
        advice: "Starte das Portal neu; es stellt sie um oder sagt, was ihm fehlt.",
      };
    if (unreadableSecrets.length > 0)
      return {
        state: "bad",
        value: `Nicht lesbar: ${unreadableSecrets.join(", ")}`,
        advice:
          "secrets.json ist eine andere als die, mit der versiegelt wurde. Lege die frühere zurück, oder trage neu ein.",
      };
    if (hasUnheardProxy)
      return {
        state: "warn",
        value: "Ein Proxy steht davor, dessen X-Forwarded-For nicht gilt",
        advice:
          "Alle zählen als eine Adresse, auch bei Fehlversuchen der Anmeldung. Starte das Portal mit TRUST_PROXY=1.",
      };
    return ok("Daten, Geheimnisse und Proxy passen");
  },
  backup({ backup: { light, message, lastGoodAt, lastTestedAt, isArranged } }, now) {
    if (isArranged && light === "ok") return unknown("Nicht geprüft", "Ein Admin sorgt außerhalb des Portals dafür.");
    const tested = lastTestedAt ? `zuletzt zurückgespielt am ${dateOf(lastTestedAt)}` : "noch nie zurückgespielt";
    const value = lastGoodAt
      ? `Zuletzt vor ${shortDuration(now.getTime() - lastGoodAt.getTime())}, ${tested}`
      : "Noch kein Backup";
    if (light === "ok") return ok(value);
    const advice = `${message} Mehr unter „Einstellungen“ › „Backup“.`;
    // Before the first night there is none to be late.
    return { state: light === "late" && !lastGoodAt ? "warn" : backupLights[light], value, advice };
  },
  jobs({ jobs: { failing, stumbled, quiet, hanging } }) {
    const found = [
      nameJobs("Fehlgeschlagen", [...failing, ...stumbled]),
      nameJobs("Kommt nicht zum Ende", hanging),
      nameJobs("Läuft nicht mehr", quiet),
    ].filter((part) => part !== undefined);
    if (found.length === 0) return ok("Alle laufen");
    const advice =
      failing.length + stumbled.length > 0
        ? "Der Grund steht unter „Einstellungen“ › „Aufgaben“; dort lassen sie sich auch von Hand starten."
        : "Ein Neustart des Portals bringt sie wieder in Gang.";
    const isBad = failing.length + quiet.length + hanging.length > 0;
    return { state: isBad ? "bad" : "warn", value: found.join("; "), advice };
  },
  queues({ queues }) {
    const all = entriesOf(queues);
    const waiting = all.reduce((sum, [, queue]) => sum + queue.waiting, 0);
    if (waiting === 0) return ok("Nichts wartet");
    const [oldest] = all
      .filter(([, queue]) => queue.waiting > 0)
      .toSorted(([, one], [, other]) => other.oldestMs - one.oldestMs);
    const since = oldest ? `, das Älteste seit ${shortDuration(oldest[1].oldestMs)} (${queueLabels[oldest[0]]})` : "";
    const value = `${counted(waiting, "wartet", "warten")}${since}`;
    const isBad = all.some(([key, { oldestMs }]) => oldestMs >= patience[key].badMs);
    const late = all.filter(([key, { oldestMs }]) => oldestMs >= patience[key].warnMs);
    if (late.length === 0) return ok(value);
    const worked = late.filter(([key]) => key !== "mail" && key !== "webhooks" && key !== "channels");
    const advice = [
      worked.length < late.length &&
        "Sieh in den Protokollen von „E-Mail“, „API & Webhooks“ und „Kanäle“ nach, was die Gegenseite antwortet.",
      worked.length > 0 &&
        `Zu spät: ${worked.map(([key]) => queueLabels[key]).join(", ")}. Das Log nennt, was daran scheitert; ein Neustart des Portals fängt sie neu an.`,
    ]
      .filter(Boolean)
      .join(" ");
    return { state: isBad ? "bad" : "warn", value, advice };
  },
  checks({ checkLateMs, activeChecks, process }) {
    const checker = process?.checker;
    if (checkLateMs === undefined) {
      if (activeChecks === 0) return unknown("Nichts wird überwacht");
      const value = `Nichts wird überwacht, obwohl ${counted(activeChecks, "Prüfung eingeschaltet ist", "Prüfungen eingeschaltet sind")}`;
      return { state: "bad", value, advice: "Der Prüfer kommt nicht in Gang: Das Log nennt den Grund." };
    }
    const lateness = checkLateMs < 5 * secondMs ? "Pünktlich" : `Bis zu ${shortDuration(checkLateMs)} verspätet`;
    const restarts = checker?.restarts.lastDay ?? 0;
    const value =
      restarts === 0 ? lateness : `${lateness}, ${counted(restarts, "Neustart", "Neustarts")} des Prüfers in 24 Std.`;
    if (checkLateMs < minuteMs)
      return restarts < manyRestarts
        ? ok(value)
        : { state: "warn", value, advice: "Das Log nennt, warum der Prüfer endet." };
    const advice =
      checker?.isRunning === false
        ? "Der Prüfer läuft nicht und wird neu gestartet; das Log nennt, warum er endet."
        : "Der Rechner kommt nicht nach: Vergrößere die Abstände unter „Überwachung“ oder gib ihm mehr Kerne.";
    return { state: checkLateMs < 10 * minuteMs ? "warn" : "bad", value, advice };
  },
  nodes: ({ nodes }) => judgeNodes(nodes),
  vantagePoints: ({ vantagePoints }) => judgePoints(vantagePoints),
  browser({ browser: { off, hasServed } }) {
    if (off) return { state: "warn", ...offTexts[off] };
    return hasServed ? ok("Läuft abgeschottet") : unknown("Noch nicht gebraucht");
  },
  requests({ process }) {
    if (!process) return unknown("Nicht bekannt");
    const { count, failed, awaited, slow, p95Ms } = process.requests;
    const asked = counted(count, "Anfrage", "Anfragen");
    const took = awaited === 0 ? "" : `, 95 von 100 in ${answerTime(p95Ms)}`;
    const isSlow = awaited >= minAwaited && slow >= badFailures && slow / awaited >= badShare;
    const share = failed / count;
    if (failed === 0) {
      const value = `${asked} in 15 Minuten, alle beantwortet${took}`;
      if (!isSlow) return ok(value);
      const advice = "Das Log nennt jede Anfrage über einer Sekunde mit ihrer langsamsten Abfrage.";
      return { state: p95Ms >= badP95Ms ? "bad" : "warn", value, advice };
    }
    const percent = share < 0.001 ? "unter 0,1" : (share * 100).toLocaleString("de-DE", { maximumFractionDigits: 1 });
    const isBad = (failed >= badFailures && share >= badShare) || (isSlow && p95Ms >= badP95Ms);
    return {
      state: isBad ? "bad" : "warn",
      value: `${asked} in 15 Minuten, ${percent} % davon fehlgeschlagen (${failed.toLocaleString("de-DE")})${took}`,
      advice:
        "Das Log nennt jede mit ihrer Kennung (Status ab 500, auch eines einzelnen Aufrufs) und in den Zeilen davor den Grund.",
    };
  },
  push({ process }) {
    if (!process) return unknown("Nicht bekannt");
    const { open, max } = process.sockets;
    const value = `${open.toLocaleString("de-DE")} offen, ${counted(process.pushRestarts.lastDay, "Neustart", "Neustarts")} des Push-Servers in 24 Std.`;
    if (process.pushState === "online" && open >= max * fullShare)
      return {
        state: open >= max ? "bad" : "warn",
        value: `${value}, höchstens ${max.toLocaleString("de-DE")}`,
        advice:
          "Wer dann noch ein Fenster öffnet, bekommt dort nichts live. Starte das Portal mit größerem MAX_SOCKETS.",
      };
    if (process.pushState === "online")
      return process.pushRestarts.lastDay < manyRestarts
        ? ok(value)
        : { state: "warn", value, advice: "Das Log nennt, warum Soketi endet." };
    return {
      state: "bad",
      value,
      advice: "Der Push-Server antwortet nicht und wird neu gestartet. Bleibt es so, starte das Portal neu.",
    };
  },
  eventLoop({ process }) {
    if (!process) return unknown("Nicht bekannt");
    if (process.eventLoopP99Ms === undefined) return unknown("Noch nicht gemessen");
    const value = `Höchstens ${process.eventLoopP99Ms.toLocaleString("de-DE")} ms in 99 von 100 Fällen`;
    if (process.eventLoopP99Ms < 200) return ok(value);
    const advice = "Etwas hält den Server auf: Das Log nennt langsame Anfragen und ihre Abfragen.";
    return { state: process.eventLoopP99Ms < stalledMs ? "warn" : "bad", value, advice };
  },
  memory({ heap: { usedBytes, maxBytes }, memoryRestarts }) {
    const share = usedBytes / maxBytes;
    const used = `${formatByteCount(usedBytes)} von höchstens ${formatByteCount(maxBytes)} belegt (${Math.round(share * 100)} %)`;
    const value =
      memoryRestarts === 0 ? used : `${used}, ${counted(memoryRestarts, "Neustart", "Neustarts")} deswegen in 24 Std.`;
    if (memoryRestarts >= badRestarts)
      return {
        state: "bad",
        value,
        advice:
          "Er läuft immer wieder voll: Lade die Diagnose herunter, und gib dem Portal bis dahin mehr (NODE_OPTIONS=--max-old-space-size=MEGABYTE).",
      };
    if (share < 0.75) return ok(value);
    const advice = "Ab 90 % startet das Portal geordnet neu. Kommt das öfter vor, hilft die Diagnose weiter.";
    return { state: share < 0.9 ? "warn" : "bad", value, advice };
  },
  advisories({ advisories }, now) {
    if (!("checkedAt" in advisories)) return unknown("Nicht geprüft", advisories.reason);
    const { checkedAt, packages } = advisories;
    const isOld = now.getTime() - checkedAt.getTime() > advisoriesDueMs;
    if (packages.length === 0 && isOld)
      return unknown(
        `Nicht geprüft seit ${dateOf(checkedAt)}`,
        "Was seitdem bekannt wurde, steht hier nicht: Geprüft wird, wenn ein Archiv gepackt oder aus dem Quelltext installiert wird.",
      );
    const value = `Geprüft am ${dateOf(checkedAt)}: ${nameAdvisories(packages)}`;
    if (packages.length === 0) return ok(value);
    const isGrave = packages.some(({ severity }) => severity === "critical" || severity === "high");
    const advice = "Aktualisiere das Portal, sobald es eine neuere Version gibt.";
    return { state: isGrave ? "bad" : "warn", value, advice };
  },
  database({ databaseBytes, logBytes, dataDisk }) {
    const value = formatByteCount(databaseBytes);
    // On Postgres it lies on a disk that the portal knows nothing of.
    if (logBytes === undefined || dataDisk.state === "unknown") return ok(value);
    if (dataDisk.freeBytes >= databaseBytes * backupCopies) return ok(value);
    const advice = "Für ein Backup muss sie zweimal auf den Datenträger passen: Schaffe Platz oder vergrößere ihn.";
    return { state: "warn", value: `${value}, bei ${formatByteCount(dataDisk.freeBytes)} freiem Platz`, advice };
  },
  log({ logBytes, databaseBytes }) {
    if (logBytes === undefined) return undefined;
    const value = `${formatByteCount(logBytes)} neben ${formatByteCount(databaseBytes)} Datenbank`;
    if (logBytes < 256 * 1024 * 1024) return ok(value);
    return {
      state: "warn",
      value,
      advice:
        "Es wird gerade nicht geleert: Ein Programm liest die Datenbank seit langem. Ein Neustart des Portals hilft.",
    };
  },
};

/** „Fehlgeschlagen: „Backups““; undefined where there are none. */
function nameJobs(trouble: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `${trouble}: ${names.map((name) => `„${jobLabels[name] ?? name}“`).join(", ")}`;
}

function answerTime(ms: number): string {
  if (!Number.isFinite(ms)) return "über 30 Sek.";
  const [value, unit] = ms < secondMs ? [ms, "ms"] : [ms / secondMs, "Sek."];
  return `höchstens ${value.toLocaleString("de-DE")} ${unit}`;
}

/** What the lights show; the states are judged here alone. */
export const judge = (figures: JudgedFigures, now: Date): Omit<Light, "histories">[] =>
  keysOf(lightLabels).flatMap((key) => {
    const found = judges[key](figures, now);
    return found ? [{ key, ...found }] : [];
  });
