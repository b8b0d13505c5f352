import { createHash } from "node:crypto";

/**
 * Which of several nodes looks at a target: the one that draws the highest number for it. Each gets about as many, and a
 * node that comes or goes changes only what is its own.
 */
export function ownerOf(target: string, nodes: readonly string[]): string | undefined {
  let [owner, highest]: [string | undefined, number] = [undefined, -1];
  for (const node of nodes) {
    const drawn = createHash("sha256").update(`${node} ${target}`).digest().readUIntBE(0, 6);
    if (drawn > highest) [owner, highest] = [node, drawn];
  }
  return owner;
}
