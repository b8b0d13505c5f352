import { checkTargetTypes } from "../checks/kinds.ts";
import { type CheckStatus, checkStatuses } from "../checks/status.ts";
import { keysOf } from "../narrowing.ts";
import { event, type LiveToast, view } from "./live-event.ts";
import { choice, fields, flag, id, list, optional, text, whole } from "./payload.ts";

const named = fields({ id, name: text() });
const status = choice(keysOf(checkStatuses));
const offline: CheckStatus = "offline";
const count = whole(0);
const sample = { id: "beispiel", name: "Weingut Amsel" };

/** „2 Min.“, „3 Std.“: how long something was down, in its greatest unit. */
function lasted(seconds: number): string {
  if (seconds < 60) return "unter 1 Min.";
  if (seconds < 3600) return `${Math.round(seconds / 60)} Min.`;
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 3600)} Std.` : `${Math.round(seconds / 86_400)} Tage`;
}

/** Status of what is watched: badges turn for everybody, toasts are for those who follow. */
export const checkEvents = {
  websiteStatus: event({
    boundTo: { channel: "website" },
    payload: fields({ website: named, status }),
    sample: { website: sample, status: offline },
    refreshes: ["website", "check", "relation", "dashboard"],
  }),
  hostStatus: event({
    boundTo: { channel: "maintainer" },
    payload: fields({ host: named, status }),
    sample: { host: { id: "beispiel", name: "web-03" }, status: offline },
    refreshes: ["host", "check", "relation", "dashboard"],
  }),
  domainStatus: event({
    boundTo: { channel: "website" },
    payload: fields({ domain: named, status }),
    sample: { domain: { id: "beispiel", name: "amsel.example" }, status: offline },
    refreshes: ["domain", "check", "relation", "dashboard"],
  }),
  /** What it is made of has changed by itself, such as its nameservers; `isYours` for whoever is responsible or follows. */
  domainChanged: event({
    boundTo: { channel: "website" },
    payload: fields({
      domain: named,
      changed: list(text(60), 10),
      isYours: optional(choice([true])),
    }),
    sample: { domain: { id: "beispiel", name: "amsel.example" }, changed: ["Nameserver"], isYours: true },
    refreshes: ["domain", "changeEvent", "check", "dashboard"],
    toast: ({ domain, changed, isYours }) =>
      isYours && {
        tone: "info",
        title: "Domain",
        message: `${domain.name}: ${changed.join(", ")} geändert.`,
        autoCloseMs: false,
        action: view(`/domains/${encodeURIComponent(domain.id)}/timeline`),
      },
    topic: "domain",
  }),
  /** Of something that the person follows; `seconds` says how long it was down. */
  followedStatus: event({
    boundTo: "person",
    payload: fields({
      record: fields({ id, name: text(), type: choice(checkTargetTypes) }),
      isDown: flag,
      seconds: optional(whole(0)),
    }),
    sample: { record: { type: "website", ...sample }, isDown: true },
    refreshes: ({ record: { type } }) => [type, "check"],
    toast: ({ record, isDown, seconds = 0 }) => ({
      tone: isDown ? "error" : "info",
      title: "Überwachung",
      message: isDown ? `${record.name} ist offline.` : `${record.name} ist wieder online (${lasted(seconds)}).`,
      autoCloseMs: isDown ? false : 5000,
      action: view(`/${record.type}s/${encodeURIComponent(record.id)}`),
    }),
    topic: "website",
  }),
  /** How far the checks or the pause of many have come that the person has asked for; all their windows see it. */
  checksProgress: event({
    boundTo: "person",
    payload: fields({
      run: fields({ id, type: choice(checkTargetTypes), action: choice(["run", "pause", "resume"]) }),
      done: count,
      total: count,
      failed: count,
      isOver: flag,
    }),
    sample: {
      run: { id: "beispiel", type: "website", action: "run" },
      done: 1200,
      total: 10_000,
      failed: 3,
      isOver: false,
    },
    refreshes: ({ run, isOver }) => (isOver ? ["check", run.type] : []),
    toast: (progress) => ({ ...progressToast(progress), id: progress.run.id, title: "Überwachung" }),
  }),
} as const;

interface Progress {
  run: { action: "run" | "pause" | "resume" };
  done: number;
  total: number;
  failed: number;
  isOver: boolean;
}

const progressLabels = { run: "geprüft", pause: "pausiert", resume: "fortgesetzt" } as const;
/** Where nobody tells any more, because the portal was started anew, it does not stay for ever. */
const silentMs = 60_000;

function progressToast({ run, done, total, failed, isOver }: Progress): Omit<LiveToast, "id" | "title"> {
  const [some, all] = [done.toLocaleString("de-DE"), total.toLocaleString("de-DE")];
  const word = progressLabels[run.action];
  if (!isOver) return { tone: "info", isLoading: true, autoCloseMs: silentMs, message: `${some} von ${all} ${word} …` };
  if (run.action !== "run") return { tone: "success", autoCloseMs: 4000, message: `${all} Einträge ${word}.` };
  if (failed > 0)
    return {
      tone: "error",
      autoCloseMs: false,
      message: `${some} ${word}, ${failed.toLocaleString("de-DE")} auffällig.`,
    };
  if (done < total)
    return {
      tone: "info",
      autoCloseMs: 8000,
      message: `${some} von ${all} ${word}. Die übrigen Antworten erscheinen von selbst.`,
    };
  return { tone: "success", autoCloseMs: 4000, message: `${all} ${word}, alles in Ordnung.` };
}
