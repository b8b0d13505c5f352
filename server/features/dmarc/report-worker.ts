import { parentPort } from "node:worker_threads";
import { type DmarcReport, openReport, UnreadableReport } from "./read-report.ts";

/** Bytes of a file, or its end. */
export type ReportOrder = { bytes: Uint8Array } | { end: true };
/** What was sent is worked off, so that more may come; or how the file ended. */
export type ReportAnswer = { more: true } | { report: DmarcReport } | { problem: string };

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");
const reader = openReport();
const send = (answer: ReportAnswer) => port.postMessage(answer);

port.on("message", (order: ReportOrder) => {
  try {
    if ("end" in order) return send({ report: reader.finish() });
    reader.push(order.bytes);
    send({ more: true });
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error;
    send({ problem: error.message });
  }
});
