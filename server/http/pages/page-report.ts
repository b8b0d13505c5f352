import { isRouteErrorResponse } from "@remix-run/react";
import type { Log } from "../../log.ts";

/**
 * Logs why a page could not be made, unless its reader has gone away. What Remix itself refuses, such as a form sent to a
 * page that has none, is its sender's mistake; its words hold the address, which may be secret.
 */
export const pageReport =
  (log: Log, isGone: () => boolean) =>
  (err: unknown): void => {
    if (isGone()) log.debug({ err }, "page not read to its end");
    else if (isRouteErrorResponse(err) && err.status < 500) log.info({ status: err.status }, "page refused");
    else log.error({ err }, "page failed");
  };
