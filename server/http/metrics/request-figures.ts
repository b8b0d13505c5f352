import { minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { noRoute, type RouteNames } from "./route-names.ts";

/** Upper bounds in seconds, as Prometheus counts them. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
/** More than the routes that an office uses; what goes beyond is counted together. */
const maxSeries = 1000;
/** More than what the portal answers to those whom it does not know: signing in, status pages, files. */
const maxUnknownSeries = 200;

/** How far back „System“ looks. */
const recentMinutes = 15;
/** From here on a person notices that they wait. */
export const slowMs = secondMs;
/**
 * Nobody takes these for a portal that is slow: they last as long as the line of whoever sends a file, or as there is to
 * write and to print.
 */
const lasting = ["/api/upload", "/api/export/", "/api/import/", "/api/dmarc/", "/metrics"] as const;
const lasts = (path: string) => lasting.some((each) => path.startsWith(each));
/** Of so many hundredths of the requests the answer time is told. */
const toldShare = 0.95;

interface Series {
  counts: number[];
  seconds: number;
}

/** A call of a procedure, by its path with dots, and how it would have been answered by itself. */
export interface Call {
  path: string;
  status: number;
}

interface Request {
  method: string;
  path: string;
  status: number;
  /** Those that it made; tRPC answers a batch of which some failed with 207. */
  calls?: readonly Call[] | undefined;
  /** Whether somebody asked with a session or a token. */
  isKnown?: boolean;
}

/** Whether the portal could not answer a request, or one of its calls. */
export const hasFailed = ({ status, calls = [] }: Pick<Request, "status" | "calls">): boolean =>
  status >= 500 || calls.some((call) => call.status >= 500);

export interface RequestFigures {
  /** Which routes there are; until then a request is counted as one that leads nowhere. */
  setRoutes(names: RouteNames): void;
  add(request: Request, seconds: number): void;
  /** OpenMetrics: a histogram by route, method and status, and what was refused for coming too often. */
  text(): string;
  /** What was asked in the last quarter of an hour, and how it went; health pages apart. */
  recent(): RecentRequests;
}

export interface RecentRequests {
  count: number;
  /** What the portal could not answer, or not in all its calls. */
  failed: number;
  /** How many of them somebody waited for, which what lasts by its nature is not; the figures below are of these alone. */
  awaited: number;
  /** What took a second or longer. */
  slow: number;
  /** How long 95 of 100 took at most, as finely as the bounds of the histogram; infinite beyond the last one. */
  p95Ms: number;
}

interface Minute {
  minute: number;
  count: number;
  failed: number;
  slow: number;
  counts: number[];
}

const noCounts = () => new Array<number>(bounds.length + 1).fill(0);

/** Counts what was asked and how long the answers took, in this process and since its start. */
export function openRequestFigures({ now = () => performance.now() } = {}): RequestFigures {
  const all = new Map<string, Series>();
  const minutes: Minute[] = [];
  let rateLimited = 0;
  let names: RouteNames = { ofPath: () => noRoute, ofCall: () => noRoute };
  const thisMinute = () => Math.floor(now() / minuteMs);
  const addRecent = (request: Request, seconds: number, bucket: number) => {
    const minute = thisMinute();
    if (minutes.at(-1)?.minute !== minute) minutes.push({ minute, count: 0, failed: 0, slow: 0, counts: noCounts() });
    if (minutes.length > recentMinutes) minutes.shift();
    const last = minutes.at(-1);
    if (!last) return;
    last.count += 1;
    if (hasFailed(request)) last.failed += 1;
    if (lasts(request.path)) return;
    last.counts[bucket] = (last.counts[bucket] ?? 0) + 1;
    if (seconds * secondMs >= slowMs) last.slow += 1;
  };
  let unknownSeries = 0;
  const seriesOf = (labels: string, others: string, isKnown: boolean): Series => {
    const isFull = all.size >= maxSeries || (!isKnown && unknownSeries >= maxUnknownSeries);
    const key = all.has(labels) || !isFull ? labels : others;
    const found = all.get(key);
    if (found) return found;
    if (!isKnown) unknownSeries += 1;
    const series = { counts: noCounts(), seconds: 0 };
    all.set(key, series);
    return series;
  };
  return {
    setRoutes(found) {
      names = found;
    },
    add(request, seconds) {
      const { method, path, calls, isKnown = false } = request;
      const found = bounds.findIndex((bound) => seconds <= bound);
      const bucket = found === -1 ? bounds.length : found;
      const answered = calls?.map((call) => ({ name: names.ofCall(call.path), status: call.status }));
      for (const { name, status } of answered ?? [{ name: names.ofPath(path), status: request.status }]) {
        const others = `method="${knownMethod(method)}",status="${status}"`;
        // Whom the portal does not know chooses what they ask for: what is refused to them has no name.
        const route = status === 401 || (!isKnown && status >= 400 && status < 500) ? noRoute : name;
        const series = seriesOf(`route="${route}",${others}`, `route="other",${others}`, isKnown);
        series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
        series.seconds += seconds;
      }
      if (request.status === 429) rateLimited += 1;
      // Answering 503 is what a health page is for.
      if (!path.startsWith("/api/health/")) addRecent(request, seconds, bucket);
    },
    recent() {
      const from = thisMinute() - recentMinutes;
      const recent = minutes.filter(({ minute }) => minute > from);
      const counts = noCounts().map((_, index) => recent.reduce((sum, minute) => sum + (minute.counts[index] ?? 0), 0));
      const awaited = counts.reduce((sum, each) => sum + each, 0);
      const sum = (key: "count" | "failed" | "slow") => recent.reduce((total, minute) => total + minute[key], 0);
      const p95Ms = readP95(counts, awaited);
      return { count: sum("count"), failed: sum("failed"), awaited, slow: sum("slow"), p95Ms };
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
      const refused = "techcenter_http_requests_rate_limited";
      lines.push(`# HELP ${refused} Requests refused for coming too often.`, `# TYPE ${refused} counter`);
      lines.push(`${refused}_total ${rateLimited}`);
      return `${lines.join("\n")}\n`;
    },
  };
}

function readP95(counts: readonly number[], count: number): number {
  let sum = 0;
  for (const [index, each] of counts.entries()) {
    sum += each;
    if (sum >= count * toldShare) return count === 0 ? 0 : (bounds[index] ?? Number.POSITIVE_INFINITY) * secondMs;
  }
  return 0;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const knownMethod = (method: string) => (methods.has(method) ? method : "other");
