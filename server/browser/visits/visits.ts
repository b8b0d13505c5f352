import type { ForeignPage, PageOptions } from "../foreign-page.ts";
import { inspectPage } from "./inspect.ts";
import { takePicture } from "./picture.ts";

/** What a visit works with: how to open pages, and until when. */
export interface VisitTools {
  /** Opens an empty page; all pages of a visit are closed after it. */
  openPage(
    options: Omit<PageOptions, "allowedNetworks" | "resolveName" | "signal" | "acceptsInvalid">,
  ): Promise<ForeignPage>;
  signal: AbortSignal;
  /** How much of the visit's time remains. */
  leftMs(): number;
}

/** What can be done with a page of others. Each runs in the browser's process, so that it takes and gives data only. */
export const visits = { picture: takePicture, inspection: inspectPage } satisfies Record<
  string,
  (tools: VisitTools, input: never) => Promise<unknown>
>;

export type VisitKind = keyof typeof visits;
export type VisitInput<Kind extends VisitKind> = Parameters<(typeof visits)[Kind]>[1];
export type VisitResult<Kind extends VisitKind> = Awaited<ReturnType<(typeof visits)[Kind]>>;
