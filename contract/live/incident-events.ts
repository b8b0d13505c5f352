import { event, view } from "./live-event.ts";
import { fields, flag, id, optional, text, whole } from "./payload.ts";

const incident = fields({ id, number: whole(), title: text(), affected: whole() });
const person = fields({ id, name: text() });
const sample = { incident: { id: "beispiel", number: 12, title: "Hoster web-03 ausgefallen", affected: 40 } };
const refreshes = ["incident", "dashboard", "claim"] as const;

/** The life of an incident, for maintainers and those who are responsible for what it hits. The bar on top says the rest. */
export const incidentEvents = {
  incidentOpened: event({
    boundTo: { channel: "maintainer" },
    payload: fields({ incident }),
    sample,
    refreshes,
  }),
  /** Without a person nobody takes care of it any more. */
  incidentClaimed: event({
    boundTo: { channel: "maintainer" },
    payload: fields({ incident, person: optional(person) }),
    sample: { ...sample, person: { id: "beispiel", name: "Jana Petersen" } },
    refreshes,
  }),
  incidentResolved: event({
    boundTo: { channel: "maintainer" },
    payload: fields({ incident }),
    sample,
    refreshes,
  }),
  maintenanceChanged: event({
    boundTo: { channel: "website" },
    payload: fields({ maintenance: fields({ id }) }),
    sample: { maintenance: { id: "beispiel" } },
    refreshes: ["maintenance"],
  }),
  /** A device went from one to another: for whoever gave it and whoever has it now. */
  deviceMoved: event({
    boundTo: "person",
    payload: fields({ device: fields({ id, name: text() }), isReceiver: flag }),
    sample: { device: { id: "beispiel", name: "Notebook MT-00042" }, isReceiver: true },
    refreshes: ["device"],
    toast: ({ device, isReceiver }) =>
      isReceiver
        ? {
            tone: "info",
            title: "Gerät",
            message: `${device.name} wurde dir übergeben.`,
            autoCloseMs: 5000,
            action: view(`/devices/${encodeURIComponent(device.id)}`),
          }
        : undefined,
    topic: "device",
  }),
} as const;
