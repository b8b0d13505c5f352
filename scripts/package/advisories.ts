import { spawnSync } from "node:child_process";
import { notCheckedReasons } from "../../server/features/system/advisories.ts";
import { findDeliveredPackages, type Lock } from "./runtime-packages.ts";

interface Report {
  vulnerabilities?: Record<string, { name: string; severity: string; nodes: string[] }>;
}

const { silent } = notCheckedReasons;

export type Findings = { checkedAt: string; packages: { name: string; severity: string }[] } | { reason: string };

/**
 * Asks the registry by `npm audit` what is known against the packages that reach a portal or a browser. Where nobody
 * answers, the result says so instead of being empty.
 */
export function findAdvisories(root: string, lock: Lock, now: Date): Findings {
  if (process.env.npm_config_offline === "true") return { reason: notCheckedReasons.offline };
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 60_000,
  });
  return judgeReport(stdout ?? "", new Set(findDeliveredPackages(root, lock)), now);
}

/** What of a report of npm concerns these folders. */
export function judgeReport(text: string, delivered: ReadonlySet<string>, now: Date): Findings {
  let report: Report;
  try {
    report = JSON.parse(text) as Report;
  } catch {
    return { reason: silent };
  }
  // What npm says about it names hosts and folders of whoever packs.
  if (!report.vulnerabilities) return { reason: silent };
  const packages = Object.values(report.vulnerabilities)
    .filter(({ nodes }) => nodes.some((folder) => delivered.has(folder)))
    .map(({ name, severity }) => ({ name, severity }));
  return { checkedAt: now.toISOString(), packages };
}
