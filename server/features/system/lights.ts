import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import { type Light, type LightKey, lightLabels } from "../../../contract/system/lights.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { counted } from "../../../contract/values/counted.ts";
import { offTexts } from "../../browser/browser-problem.ts";
import { nameAdvisories } from "./advisories.ts";
import type { SystemFigures } from "./figures.ts";
import { badRestarts } from "./memory-restarts.ts";
import { stalledMs } from "./process-figures.ts";

type Found = Omit<Light, "key" | "history">;
type Judge = (figures: SystemFigures, now: Date) => Found;

const ok = (value: string): Found => ({ state: "ok", value, advice: null });
const unknown = (value: string, advice: string | null = null): Found => ({ state: "unknown", value, advice });
const shortDuration = (ms: number) =>
  ms < 2 * minuteMs
    ? `${Math.round(ms / secondMs)} Sek.`
    : ms < 2 * hourMs
      ? `${Math.round(ms / minuteMs)} Min.`
      : `${Math.round(ms / hourMs)} Std.`;

/** A backup a day is the plan; two hours are for one that takes long. */
const backupDueMs = 26 * hourMs;
/** The portal tests once a week; the rest is for tests that wait for their backup. */
const testDueMs = 10 * dayMs;
/** A single one is a bug to look at; so many of so few are an outage. */
const badFailures = 5;
const badShare = 0.05;
/** Of the live connections that there may be. */
const fullShare = 0.8;
/** What was known then says little about today. */
const advisoriesDueMs = 60 * dayMs;
const dateOf = (at: Date) => formatCalendarDate(portalDate(at));

const judges: Record<LightKey, Judge> = {
  disk({ disk }) {
    const value = `${formatByteCount(disk.freeBytes)} von ${formatByteCount(disk.totalBytes)} frei`;
    if (disk.state === "ok") return ok(value);
    const advice =
      "Schaffe Platz auf dem Datenträger von DATA_DIR oder vergrößere ihn; ist er voll, wird nichts mehr gespeichert.";
    return { state: disk.state === "low" ? "warn" : "bad", value, advice };
  },
  backup({ backup: { lastGoodAt, lastTestedAt, lastTestFailed, isArranged } }, now) {
    if (isArranged && !lastTestFailed) return ok("Ein Admin sorgt außerhalb des Portals dafür");
    if (!lastGoodAt)
      return {
        state: "warn",
        value: "Noch kein Backup",
        advice: "Richte unter „Einstellungen“ › „Backup“ ein Ziel ein oder sichere mit „techcenter backup“.",
      };
    const ageMs = now.getTime() - lastGoodAt.getTime();
    const tested = lastTestedAt ? `zuletzt zurückgespielt am ${dateOf(lastTestedAt)}` : "noch nie zurückgespielt";
    const value = `Zuletzt vor ${shortDuration(ageMs)}, ${tested}`;
    if (lastTestFailed)
      return {
        state: "bad",
        value: `${value}, Wiederherstellungstest fehlgeschlagen`,
        advice: "Sieh unter „Einstellungen“ › „Backup“ nach, was fehlt, und sichere neu.",
      };
    if (ageMs <= backupDueMs) {
      const isTested = lastTestedAt !== undefined && now.getTime() - lastTestedAt.getTime() <= testDueMs;
      if (isTested) return ok(value);
      const advice = "Spiele es zur Probe zurück: „Einstellungen“ › „Backup“ › „Jetzt testen“.";
      return { state: "warn", value, advice };
    }
    return {
      state: "bad",
      value,
      advice: "Seit über 26 Stunden ist kein Backup gelungen: Prüfe Ziel und Zugangsdaten.",
    };
  },
  jobs({ failingJobs }) {
    if (failingJobs.length === 0) return ok("Alle laufen");
    const names = failingJobs.map((name) => `„${jobLabels[name] ?? name}“`).join(", ");
    return {
      state: "bad",
      value: `Fehlgeschlagen: ${names}`,
      advice: "Der Grund steht unter „Einstellungen“ › „Aufgaben“; dort lassen sie sich auch von Hand starten.",
    };
  },
  queues({ queues }) {
    const all = Object.values(queues);
    const waiting = all.reduce((sum, queue) => sum + queue.waiting, 0);
    const oldestMs = Math.max(...all.map((queue) => queue.oldestMs));
    if (waiting === 0) return ok("Nichts wartet");
    const value = `${waiting.toLocaleString("de-DE")} warten, das Älteste seit ${shortDuration(oldestMs)}`;
    if (oldestMs < hourMs) return ok(value);
    const advice =
      "Sieh in den Protokollen von „E-Mail“, „API & Webhooks“ und „Kanäle“ nach, was die Gegenseite antwortet.";
    return { state: oldestMs < 24 * hourMs ? "warn" : "bad", value, advice };
  },
  checks({ checkLateMs }) {
    if (checkLateMs === undefined) return unknown("Nichts wird überwacht");
    const value = checkLateMs < 5 * secondMs ? "Pünktlich" : `Bis zu ${shortDuration(checkLateMs)} verspätet`;
    if (checkLateMs < minuteMs) return ok(value);
    const advice = "Der Rechner kommt nicht nach: Vergrößere die Abstände unter „Überwachung“ oder gib ihm mehr Kerne.";
    return { state: checkLateMs < 10 * minuteMs ? "warn" : "bad", value, advice };
  },
  browser({ browser: { off, hasServed } }) {
    if (off) return { state: "warn", ...offTexts[off] };
    return hasServed ? ok("Läuft abgeschottet") : unknown("Noch nicht gebraucht");
  },
  requests({ process }) {
    if (!process) return unknown("Nicht bekannt");
    const { count, failed } = process.requests;
    const asked = counted(count, "Anfrage", "Anfragen");
    if (failed === 0) return ok(`${asked} in 15 Minuten, alle beantwortet`);
    const share = failed / count;
    const percent = share < 0.001 ? "unter 0,1" : (share * 100).toLocaleString("de-DE", { maximumFractionDigits: 1 });
    return {
      state: failed >= badFailures && share >= badShare ? "bad" : "warn",
      value: `${asked} in 15 Minuten, ${percent} % davon fehlgeschlagen (${failed.toLocaleString("de-DE")})`,
      advice: "Das Log nennt jede mit ihrer Kennung (Status ab 500) und in den Zeilen davor den Grund.",
    };
  },
  push({ process }) {
    if (!process) return unknown("Nicht bekannt");
    const { open, max } = process.sockets;
    const value = `${open.toLocaleString("de-DE")} offen, ${counted(process.pushRestarts, "Neustart", "Neustarts")} des Push-Servers`;
    if (process.pushState === "online" && open >= max * fullShare)
      return {
        state: open >= max ? "bad" : "warn",
        value: `${value}, höchstens ${max.toLocaleString("de-DE")}`,
        advice:
          "Wer dann noch ein Fenster öffnet, bekommt dort nichts live. Starte das Portal mit größerem MAX_SOCKETS.",
      };
    if (process.pushState === "online")
      return process.pushRestarts < 3
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
    const value = `Geprüft am ${dateOf(checkedAt)}: ${nameAdvisories(packages)}`;
    const isOld = now.getTime() - checkedAt.getTime() > advisoriesDueMs;
    if (packages.length === 0)
      return isOld ? unknown(value, "Das ist lange her: Was seitdem bekannt wurde, steht hier nicht.") : ok(value);
    const isGrave = packages.some(({ severity }) => severity === "critical" || severity === "high");
    const advice = "Aktualisiere das Portal, sobald es eine neuere Version gibt.";
    return { state: isGrave ? "bad" : "warn", value, advice };
  },
  log({ logBytes, databaseBytes }) {
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

/** What the lights show; the states are judged here alone. */
export const judge = (figures: SystemFigures, now: Date): Omit<Light, "history">[] =>
  keysOf(lightLabels).map((key) => ({ key, ...judges[key](figures, now) }));
