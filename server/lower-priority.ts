import { setPriority } from "node:os";

/**
 * Where there is too little for the portal and this process, people come first. A host may refuse that, such as one that
 * filters calls or has started the portal with less already; the work is done all the same.
 */
export function lowerPriority(): void {
  try {
    setPriority(5);
  } catch {
    // It runs as everything else does.
  }
}
