import { readdirSync, readFileSync } from "node:fs";

/** The file of a process below /proc; undefined once the process has ended. */
export function readProcess(id: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${id}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

/** All processes that this one has started, and those that they have: other test files have browsers of their own. */
export function ownProcesses(): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = all.map((name) => {
    // The name of the program may hold spaces; what follows its bracket does not.
    const fields = readProcess(Number(name), "stat")?.split(") ").at(-1)?.split(" ") ?? [];
    return { id: Number(name), parent: Number(fields[1]) };
  });
  const found: number[] = [];
  for (let above = [process.pid]; above.length > 0; ) {
    above = parents.flatMap(({ id, parent }) => (above.includes(parent) ? [id] : []));
    found.push(...above);
  }
  return found;
}
