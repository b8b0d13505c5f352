import type { HolderType } from "../../../contract/devices/movements.ts";
import { checkoutFields } from "../../../contract/imports/import-fields.ts";
import type { RowProblem } from "../../../contract/imports/imports.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Tx } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { checkOutIn, readDevice, whyUnfit } from "../devices/movements.ts";
import { keepInNotes } from "./cells/keep-in-notes.ts";
import type { NameDirectory } from "./rows/name-directory.ts";
import type { Content } from "./rows/plan-row.ts";

/** Whom a file says a device is with. Other devices have no say here: files call them by names that many share. */
export const receiverTypes = ["user", "customer", "location"] as const satisfies readonly HolderType[];

export interface WantedCheckout {
  /** Absent where the name is nobody's, or that of several. */
  to?: { type: HolderType; id: string };
  since: string | null;
  until: string | null;
  /** What is kept in the notes when the device stays where it is. */
  note: string;
  hint: RowProblem | undefined;
}

/** Takes what a row says of the whereabouts of its device out of the planned values. */
export function readCheckout(body: RecordBody, directory: NameDirectory, told: readonly Content[]): WantedCheckout {
  const [holder, since, until] = checkoutFields.map((name) => body[name]);
  for (const name of checkoutFields) delete body[name];
  const note = told.map(({ heading, content }) => `${heading}: ${content}`).join("\n\n");
  const wanted = { since: dateOf(since), until: dateOf(until), note, hint: undefined };
  if (typeof holder !== "string") return wanted;
  const column = told.find(({ name }) => name === "assignedTo")?.heading ?? null;
  const found = receiverTypes.flatMap((type) => {
    const id = directory.find(type, holder);
    return id === undefined ? [] : [{ type, id }];
  });
  if (found.length === 0) return { ...wanted, hint: { column, message: `Niemand heißt so. ${kept}` } };
  const [first] = found;
  if (found.length > 1 || typeof first?.id !== "string")
    return { ...wanted, hint: { column, message: `Den Namen gibt es mehrfach. ${kept}` } };
  return { ...wanted, to: { type: first.type, id: first.id } };
}

const dateOf = (value: unknown) => (typeof value === "string" ? value : null);
const kept = "Das Gerät ist nicht ausgegeben, der Inhalt steht in den Notizen.";

export interface ReadyCheckout {
  /** What is written of the record itself, with a note where it is not checked out. */
  body: RecordBody;
  hint: RowProblem | undefined;
  /** Checks the stored device out; returns its movement. */
  perform?(tx: Tx, ctx: RecordContext, deviceId: string): Promise<string>;
}

/** Decides, before anything is written, whether the device of a row can go to whom the file says. */
export async function readyCheckout(
  tx: Tx,
  { found, body, wanted }: { found: string | undefined; body: RecordBody; wanted: WantedCheckout },
): Promise<ReadyCheckout> {
  const device = found === undefined ? undefined : await readDevice(tx, found);
  const { to, since, until } = wanted;
  if (to && device?.holder?.type === to.type && device.holder.id === to.id) return { body, hint: undefined };
  const status = typeof body.status === "string" ? body.status : (device?.status ?? "available");
  const reason = to && whyUnfit({ status, holder: device?.holder });
  if (to && !reason) {
    const details = { assignedAt: since, expectedReturnAt: until, note: "Beim Import übernommen." };
    return { body, hint: undefined, perform: (tx, ctx, id) => checkOutIn(tx, ctx, id, { to, ...details }) };
  }
  const hint = reason ? { column: null, message: `Das Gerät ${reason}. ${kept}` } : wanted.hint;
  return { body: await keepInNotes(tx, storeOf("device"), { found, body, note: wanted.note }), hint };
}
