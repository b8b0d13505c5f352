import { event, view } from "./live-event.ts";
import { fields, id, text } from "./payload.ts";

const payload = fields({ job: fields({ id, name: text() }) });
const sample = { job: { id: "reminders", name: "An Fristen erinnern" } };

/** What goes wrong with the jobs of the portal, for those who look after it; it stays until they have taken note. */
export const jobEvents = {
  jobFailed: event({
    boundTo: { channel: "maintainer" },
    payload,
    sample,
    refreshes: ["job", "notification"],
    toast: ({ job }) => ({
      tone: "error",
      title: "Aufgabe fehlgeschlagen",
      message: `„${job.name}“ ist wiederholt fehlgeschlagen.`,
      autoCloseMs: false,
      action: view("/settings/tasks"),
    }),
    topic: "system",
  }),
  backupFailed: event({
    boundTo: { channel: "maintainer" },
    payload: fields({ backup: fields({ id, title: text() }) }),
    sample: { backup: { id: "beispiel", title: "Seit über 26 Stunden kein Backup" } },
    refreshes: ["backup", "notification"],
    toast: ({ backup }) => ({
      tone: "error",
      title: "Backup",
      message: `${backup.title}.`,
      autoCloseMs: false,
      action: view("/settings/backup"),
    }),
    topic: "system",
  }),
  schedulerStale: event({
    boundTo: { channel: "maintainer" },
    payload,
    sample,
    refreshes: ["job", "notification"],
    toast: ({ job }) => ({
      tone: "error",
      title: "Zeitplan verstummt",
      message: `„${job.name}“ läuft nicht mehr.`,
      autoCloseMs: false,
      action: view("/settings/tasks"),
    }),
    topic: "system",
  }),
};
