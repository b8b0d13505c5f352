import { vi } from "vitest";
import { patienceMs } from "./limits.ts";

const { waitFor, waitUntil } = vi;
/** Unless told, `vi` waits for a second: less than a busy machine may take to start something. */
vi.waitFor = (check, options) => waitFor(check, patient(options));
vi.waitUntil = (check, options) => waitUntil(check, patient(options));

function patient<Options extends object>(options: number | Options | undefined) {
  const given: { timeout?: number } = typeof options === "number" ? { timeout: options } : (options ?? {});
  return { ...given, timeout: Math.max(given.timeout ?? 0, patienceMs) };
}
