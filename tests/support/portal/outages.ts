import { onTestFinished } from "vitest";
import type { Portal } from "../../../server/portal/portal.ts";

const pollMs = 20;

/** Kills each process of Soketi as soon as there is one; returns how to let the next one live. */
export function keepAway(soketi: Portal["soketi"]): () => void {
  const kill = () => {
    const pid = soketi.pid();
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  };
  kill();
  const timer = setInterval(kill, pollMs);
  const release = () => clearInterval(timer);
  // A test that fails meanwhile leaves Soketi to the next one.
  onTestFinished(release);
  return release;
}
