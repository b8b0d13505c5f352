import { minuteMs } from "../../../contract/time/durations.ts";

/** Upper bounds in seconds, as Prometheus counts them. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Paths are the callers' choice: what goes beyond this many series is counted together. */
const maxSeries = 400;

/** How far back „System“ looks. */
const recentMinutes = 15;

interface Series {
  counts: number[];
  seconds: number;
}

export interface RequestFigures {
  add(request: { method: string; path: string; status: number }, seconds: number): void;
  /** A histogram of OpenMetrics by route, method and class of status. */
  text(): string;
  /** What was asked in the last quarter of an hour, and how much of it the portal could not answer; health pages apart. */
  recent(): RecentRequests;
}

export interface RecentRequests {
  count: number;
  failed: number;
}

/** Counts what was asked and how long the answers took, in this process and since its start. */
export function openRequestFigures({ now = () => performance.now() } = {}): RequestFigures {
  const all = new Map<string, Series>();
  const minutes: (RecentRequests & { minute: number })[] = [];
  const thisMinute = () => Math.floor(now() / minuteMs);
  const addRecent = (isFailed: boolean) => {
    const minute = thisMinute();
    if (minutes.at(-1)?.minute !== minute) minutes.push({ minute, count: 0, failed: 0 });
    if (minutes.length > recentMinutes) minutes.shift();
    const last = minutes.at(-1);
    if (!last) return;
    last.count += 1;
    if (isFailed) last.failed += 1;
  };
  const seriesOf = (labels: string, others: string): Series => {
    const key = all.has(labels) || all.size < maxSeries ? labels : others;
    const known = all.get(key);
    if (known) return known;
    const series = { counts: new Array<number>(bounds.length + 1).fill(0), seconds: 0 };
    all.set(key, series);
    return series;
  };
  return {
    add({ method, path, status }, seconds) {
      const others = `method="${knownMethod(method)}",status="${Math.floor(status / 100)}xx"`;
      const series = seriesOf(`route="${routeOf(path, status)}",${others}`, `route="other",${others}`);
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      const index = bucket === -1 ? bounds.length : bucket;
      series.counts[index] = (series.counts[index] ?? 0) + 1;
      series.seconds += seconds;
      // Answering 503 is what a health page is for.
      if (!path.startsWith("/api/health/")) addRecent(status >= 500);
    },
    recent() {
      const from = thisMinute() - recentMinutes;
      const recent = minutes.filter(({ minute }) => minute > from);
      const sum = (key: keyof RecentRequests) => recent.reduce((total, minute) => total + minute[key], 0);
      return { count: sum("count"), failed: sum("failed") };
    },
    text() {
      const name = "techcenter_http_request_duration_seconds";
      const lines = [`# HELP ${name} How long requests took, by route.`, `# TYPE ${name} histogram`];
      for (const [labels, { counts, seconds }] of all) {
        let sum = 0;
        counts.forEach((count, index) => {
          sum += count;
          lines.push(`${name}_bucket{${labels},le="${bounds[index] ?? "+Inf"}"} ${sum}`);
        });
        lines.push(`${name}_sum{${labels}} ${seconds.toFixed(6)}`, `${name}_count{${labels}} ${sum}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const knownMethod = (method: string) => (methods.has(method) ? method : "other");

/** The part of a path that says what was asked; ids, keys and tokens are no route. What leads nowhere has none. */
function routeOf(path: string, status: number): string {
  if (status === 404 || status === 405) return "none";
  const procedure = /^\/api\/trpc\/([a-zA-Z.]{1,60})$/.exec(path)?.[1];
  if (procedure) return `rpc ${procedure}`;
  if (path.startsWith("/api/trpc/")) return "rpc batch";
  const [, first = "", second = "", third = ""] = path.split("/");
  if (first === "api") return /^[a-z-]+$/.test(third) && second === "v1" ? `/api/v1/${third}` : `/api/${word(second)}`;
  return `/${word(first)}`;
}

const word = (part: string) => (/^[a-z-]{0,30}$/.test(part) ? part : "…");
