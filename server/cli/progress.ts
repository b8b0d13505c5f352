import { formatByteCount } from "../../contract/values/byte-units.ts";
import type { Terminal } from "./command.ts";

const everyMs = 1000;
/** Up a line, and empties it. */
const overLast = "\x1b[1A\x1b[2K";

interface Progress<Phase extends string> {
  phase: Phase;
  done: number;
  total: number;
  bytes?: number;
}

/** Tells how far a command is: each phase when it begins, then a line a second, which takes the place of the last one on a screen. */
export function tellProgress<Phase extends string>(
  { note }: Pick<Terminal, "note">,
  labels: Record<Phase, string>,
  { now = Date.now, isScreen = process.stderr.isTTY === true }: { now?: () => number; isScreen?: boolean } = {},
): (progress: Progress<Phase>) => void {
  let phase: Phase | undefined;
  let toldAt = 0;
  return (progress) => {
    const isNew = progress.phase !== phase;
    if (!isNew && now() - toldAt < everyMs) return;
    const files = progress.done > 0 ? ` ${inGerman(progress.done)} von ${inGerman(progress.total)} Dateien` : "";
    const bytes = progress.bytes ? `${files ? "," : ""} ${formatByteCount(progress.bytes)}` : "";
    note(`${isScreen && !isNew ? overLast : ""}${labels[progress.phase]} …${files}${bytes}`);
    phase = progress.phase;
    toldAt = now();
  };
}

const inGerman = (count: number) => count.toLocaleString("de-DE");
