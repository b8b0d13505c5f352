import { newId } from "../../server/db/new-id.ts";
import { transact } from "../../server/db/transact.ts";
import { toContext } from "../../server/http/request-context.ts";
import { notify as notifyIn } from "../../server/notifications/notify.ts";
import type { TestPortal } from "./portal/portal.ts";

/** Writes a person a notification as the portal's own features do, live event included; newest written last. */
export function notify(
  { portal: { services } }: TestPortal,
  { id: forUserId }: { id: string },
  { title = "Notebook übergeben", message = "von <b>Malte</b> an dich" } = {},
): Promise<void> {
  const context = toContext(services, { signedIn: undefined, requestId: newId(), ip: "127.0.0.1" });
  return transact(context, (tx) => notifyIn(tx, { forUserId, title, message, category: "device" }));
}
