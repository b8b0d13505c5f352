import { createHash } from "node:crypto";
import type { CheckConfig } from "../../../contract/checks/configs.ts";
import { findBrokenPage } from "../../../contract/checks/signatures.ts";
import { type FollowedAnswer, follow, readUrl } from "../../outbound/guarded-fetch.ts";
import { acceptedEncodings } from "../../outbound/http-exchange.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import { userAgent } from "../../outbound/user-agent.ts";
import type { CheckOrder, Json, Probe, ProbeOutcome, ProbeTools } from "../probe.ts";
import { failedBy, judged, openStopwatch } from "./phases.ts";
import { decodeBody, readPage } from "./read-page.ts";

const maxBytes = 2 * 1024 * 1024;
const maxRedirects = 5;
const maxExcerpt = 500;
const keptHeaders = ["server", "content-type", "location", "retry-after", "x-powered-by", "cf-ray", "via"];

type Config = CheckConfig<"http">;

/** Asks for a page as a browser does, over a new connection, and judges what came. */
export const probeHttp: Probe<"http"> = async (order, tools) => {
  const { config, timeoutMs } = order;
  const watch = openStopwatch(timeoutMs, tools);
  try {
    const answer = await follow({
      url: readUrl(config.url),
      method: config.method,
      headers: headersOf(order),
      body: config.method === "POST" ? (config.body ?? "") : undefined,
      maxRedirects: config.followsRedirects ? maxRedirects : 0,
      maxBytes,
      signal: watch.signal,
      acceptsInvalid: !config.verifiesTls,
      allowedNetworks: tools.allowedNetworks,
      resolveName: tools.resolver.resolveName,
      ...(tools.trust && { trust: tools.trust }),
    });
    watch.keep("dns", answer.dnsMs);
    watch.keep("connect", answer.connectMs);
    watch.keep("tls", answer.tlsMs);
    watch.keep("ttfb", answer.ttfbMs);
    return { ...readAnswer(answer, config, tools), phases: watch.phases() };
  } catch (error) {
    return failedBy(error, watch);
  }
};

function headersOf({ config, secret }: CheckOrder<"http">): Record<string, string> {
  const { basicUser, userAgent: own, headers } = config;
  const credentials = Buffer.from(`${basicUser ?? ""}:${secret ?? ""}`).toString("base64");
  return {
    "User-Agent": own ?? userAgent(),
    Accept: "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8",
    "Accept-Language": "de,en;q=0.5",
    "Accept-Encoding": acceptedEncodings,
    ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...(basicUser !== null && { Authorization: `Basic ${credentials}` }),
  };
}

function readAnswer(answer: FollowedAnswer, config: Config, { now }: ProbeTools): Omit<ProbeOutcome, "phases"> {
  const source = decodeBody(answer.body, answer.headers["content-type"]);
  const page = readPage(source);
  const retryAfterS = readRetryAfter(answer.headers, now());
  const verdict = judgeAnswer(answer, config, { source, ...page });
  return {
    ...verdict,
    httpStatus: answer.status,
    title: page.title.slice(0, 300),
    size: answer.body.length,
    bodyHash: createHash("sha256").update(answer.body).digest("hex").slice(0, 32),
    finalUrl: answer.url.href,
    // Behind a redirect may lie another server than the one that is asked first.
    remoteAddress: answer.hops[0]?.address ?? answer.address,
    ...(retryAfterS !== undefined && [429, 503].includes(answer.status) && { retryAfterS }),
    ...(verdict.outcome !== "ok" && { evidence: evidenceOf(answer, page.text) }),
  };
}

type Verdict = Pick<ProbeOutcome, "outcome" | "code" | "text">;
type ReadPage = ReturnType<typeof readPage> & { source: string };

function judgeAnswer(answer: FollowedAnswer, config: Config, page: ReadPage): Verdict {
  const { status, body, headers, url } = answer;
  if (!isExpected(status, config.expectedCodes)) return judged("failed", "httpStatus", String(status));
  if (config.expectedUrl && !isSameUrl(url, config.expectedUrl)) return judged("failed", "redirect", url.href);
  const hasPage = status >= 200 && status < 300 && config.method !== "HEAD";
  if (hasPage && status !== 204 && status !== 205 && isEmpty(body)) return judged("failed", "emptyBody");
  const type = headers["content-type"] ?? "text/html";
  const broken = hasPage && /html|text\/plain|php/i.test(type) ? findBrokenPage(page) : undefined;
  if (broken) return judged("failed", `brokenPage:${broken}`);
  return (hasPage && judgeContent(config, page)) || { outcome: "ok" };
}

function judgeContent(config: Config, { source, text, title }: ReadPage): Verdict | undefined {
  const { keyword, forbiddenKeyword, jsonPath, jsonValue } = config;
  const has = (word: string) => [source, text, title].some((where) => where.includes(word));
  if (keyword && !has(keyword)) return judged("degraded", "keywordMissing", keyword);
  if (forbiddenKeyword && has(forbiddenKeyword)) return judged("degraded", "keywordForbidden", forbiddenKeyword);
  if (!jsonPath) return undefined;
  const found = readJsonPath(source, jsonPath);
  if (found === undefined) return judged("degraded", "jsonPath", `„${jsonPath}“ fehlt`);
  if (jsonValue !== null && found !== jsonValue)
    return judged("degraded", "jsonPath", `„${jsonPath}“ ist „${found.slice(0, 100)}“ statt „${jsonValue}“`);
  return undefined;
}

/** Codes like `200`, ranges like `200-399`. */
function isExpected(status: number, expected: readonly string[]): boolean {
  return expected.some((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return status >= from && status <= to;
  });
}

function isSameUrl(url: URL, expected: string): boolean {
  if (!URL.canParse(expected)) return false;
  const plain = ({ origin, pathname, search }: URL) => `${origin}${pathname.replace(/\/$/, "")}${search}`;
  return plain(url) === plain(new URL(expected));
}

function isEmpty(body: Buffer): boolean {
  return body.length < 1024 && body.toString("utf8").trim() === "";
}

function evidenceOf({ status, headers, hops, url, address }: FollowedAnswer, text: string): Json {
  const kept = keptHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value.slice(0, 300)] as const] : [];
  });
  return {
    status,
    url: url.href.slice(0, 500),
    address,
    hops: hops.map((hop) => ({ status: hop.status, url: hop.url.slice(0, 500) })),
    headers: Object.fromEntries(kept),
    excerpt: text.slice(0, maxExcerpt),
  };
}

const maxSteps = 20;

/**
 * The value at a path such as `$.queue.jobs[0].state` or `queue.jobs.0.state` as text; undefined where there is none, or
 * no JSON. Objects and lists come as JSON.
 */
function readJsonPath(source: string, path: string): string | undefined {
  const steps = path
    .replace(/^\$\.?/, "")
    .split(/\.|\[|\]/)
    .filter((step) => step !== "");
  if (steps.length > maxSteps) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  for (const step of steps) {
    const name = step.replace(/^(["'])(.*)\1$/, "$2");
    if (Array.isArray(value)) value = value[Number(name)];
    else if (typeof value === "object" && value !== null) value = Object.getOwnPropertyDescriptor(value, name)?.value;
    else return undefined;
  }
  if (value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
