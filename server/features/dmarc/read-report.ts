import { isIP } from "node:net";
import { Gunzip, Unzip, UnzipInflate } from "fflate";
import { SaxesParser } from "saxes";

type ReportFault =
  | "empty"
  | "damaged"
  | "tooLarge"
  | "tooDeep"
  | "incomplete"
  | "invalidXml"
  | "doctype"
  | "noReport"
  | "severalReports"
  | "invalidSource"
  | "invalidCount"
  | "missingHead";

/** A file that is no report; the sentence is for the person. */
export class UnreadableReport extends Error {
  override name = "UnreadableReport";
  readonly code: ReportFault;

  constructor(code: ReportFault, message: string) {
    super(message);
    this.code = code;
  }
}

export interface SourceCount {
  /** Empty for the rest of a report with very many sources. */
  ip: string;
  messages: number;
  passed: number;
  dkimPassed: number;
  spfPassed: number;
  stopped: number;
}

export interface DmarcReport {
  org: string;
  reportId: string;
  domain: string;
  policy: string;
  beginsAt: string;
  endsAt: string;
  sources: SourceCount[];
}

const maxUnpacked = 400 * 1024 * 1024;
/** What is unpacked in one go, so that a bomb is noticed before it fills the memory. */
const sliceBytes = 16 * 1024;
const maxDepth = 16;
const maxTextLength = 500;
const maxSources = 5000;
const maxCount = 1_000_000_000;

/** What is read; whatever else a report says is passed over and takes no memory. */
const headFields = new Set([
  "report_metadata/org_name",
  "report_metadata/report_id",
  "report_metadata/date_range/begin",
  "report_metadata/date_range/end",
  "policy_published/domain",
  "policy_published/p",
]);
const rowFields = new Set([
  "record/row/source_ip",
  "record/row/count",
  "record/row/policy_evaluated/disposition",
  "record/row/policy_evaluated/dkim",
  "record/row/policy_evaluated/spf",
]);

interface ReportReader {
  push(bytes: Uint8Array): void;
  /** Throws an UnreadableReport for anything that is no report. */
  finish(): DmarcReport;
}

/** Reads an aggregate report (RFC 7489, appendix C) as it comes: XML, gzip or zip, in memory that does not grow with it. */
export function openReport({ maxUnpackedBytes = maxUnpacked } = {}): ReportReader {
  const xml = openXml();
  let unpack: ((bytes: Uint8Array, isLast: boolean) => void) | undefined;
  let pending = new Uint8Array();
  const begin = (bytes: Uint8Array) => {
    pending = concat(pending, bytes);
    if (pending.length < 4) return;
    unpack = unpackerFor(pending, xml.write, maxUnpackedBytes);
    feed(pending);
  };
  const feed = (bytes: Uint8Array) => {
    for (let start = 0; start < bytes.length; start += sliceBytes)
      guarded(() => unpack?.(bytes.subarray(start, start + sliceBytes), false));
  };
  return {
    push: (bytes) => (unpack ? feed(bytes) : begin(bytes)),
    finish() {
      if (!unpack) throw new UnreadableReport("empty", "Die Datei ist leer.");
      guarded(() => unpack?.(new Uint8Array(), true));
      return xml.finish();
    },
  };
}

/** What the unpacking library throws of a damaged file is told as one sentence. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof UnreadableReport) throw error;
    throw new UnreadableReport("damaged", "Die Datei ist beschädigt oder kein DMARC-Bericht.");
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

type Write = (bytes: Uint8Array, isLast: boolean) => void;

function unpackerFor(head: Uint8Array, write: Write, maxBytes: number): Write {
  let size = 0;
  const counted = (bytes: Uint8Array, isLast: boolean) => {
    size += bytes.length;
    if (size > maxBytes) throw new UnreadableReport("tooLarge", "Ausgepackt ist die Datei zu groß für einen Bericht.");
    write(bytes, isLast);
  };
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const gunzip = new Gunzip(counted);
    return (bytes: Uint8Array, isLast: boolean) => gunzip.push(bytes, isLast);
  }
  if (head[0] === 0x50 && head[1] === 0x4b) return unzipper(counted);
  return counted;
}

/** One report comes in one file; whatever else lies in the archive is not opened. */
function unzipper(write: (bytes: Uint8Array, isLast: boolean) => void) {
  let found = 0;
  const unzip = new Unzip((file) => {
    if (!file.name.toLowerCase().endsWith(".xml")) return;
    found += 1;
    if (found > 1)
      throw new UnreadableReport("severalReports", "Im Archiv liegt mehr als ein Bericht. Bitte einzeln hochladen.");
    file.ondata = (error, bytes, isLast) => {
      if (error) throw error;
      write(bytes, isLast);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  return (bytes: Uint8Array, isLast: boolean) => {
    unzip.push(bytes, isLast);
    if (isLast && found === 0) throw new UnreadableReport("noReport", "Im Archiv liegt kein Bericht (.xml).");
  };
}

function openXml() {
  const decoder = new TextDecoder("utf-8");
  const parser = new SaxesParser();
  const path: string[] = [];
  const sources = new Map<string, SourceCount>();
  const head: Record<string, string> = {};
  let row: Record<string, string> = {};
  let text = "";
  let isEnded = false;

  parser.on("doctype", () => {
    throw new UnreadableReport("doctype", "Die Datei enthält eine DOCTYPE-Angabe und wird nicht gelesen.");
  });
  parser.on("error", () => {
    throw new UnreadableReport("invalidXml", "Die Datei ist kein gültiges XML.");
  });
  parser.on("opentag", ({ name }) => {
    const local = name.slice(name.indexOf(":") + 1);
    if (path.length === 0 && local !== "feedback")
      throw new UnreadableReport("noReport", "Die Datei ist kein DMARC-Bericht.");
    if (path.length >= maxDepth) throw new UnreadableReport("tooDeep", "Die Datei ist zu tief geschachtelt.");
    path.push(local);
    text = "";
    if (path.join("/") === "feedback/record") row = {};
  });
  const take = (more: string) => {
    if (text.length < maxTextLength) text = (text + more).slice(0, maxTextLength);
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("closetag", () => {
    const where = path.slice(1).join("/");
    const value = text.trim();
    if (where === "record") count(sources, row);
    else if (rowFields.has(where)) row[where] ??= value;
    else if (headFields.has(where) && value !== "") head[where] ??= value;
    path.pop();
    text = "";
    if (path.length === 0) isEnded = true;
  });

  return {
    write(bytes: Uint8Array, isLast: boolean) {
      parser.write(decoder.decode(bytes, { stream: !isLast }));
    },
    finish(): DmarcReport {
      guarded(() => void parser.close());
      if (!isEnded) throw new UnreadableReport("incomplete", "Die Datei ist unvollständig.");
      return toReport(head, [...sources.values()]);
    },
  };
}

function count(sources: Map<string, SourceCount>, row: Record<string, string>): void {
  const ip = row["record/row/source_ip"] ?? "";
  const messages = Number(row["record/row/count"]);
  if (isIP(ip) === 0)
    throw new UnreadableReport("invalidSource", "Der Bericht nennt eine Quelle, die keine IP-Adresse ist.");
  if (!Number.isSafeInteger(messages) || messages < 0 || messages > maxCount)
    throw new UnreadableReport("invalidCount", "Der Bericht nennt eine Zahl, die keine ist.");
  const [dkim, spf] = [
    row["record/row/policy_evaluated/dkim"] === "pass",
    row["record/row/policy_evaluated/spf"] === "pass",
  ];
  const disposition = row["record/row/policy_evaluated/disposition"];
  const key = sources.has(ip) || sources.size < maxSources ? ip : "";
  const source = sources.get(key) ?? { ip: key, messages: 0, passed: 0, dkimPassed: 0, spfPassed: 0, stopped: 0 };
  source.messages += messages;
  if (dkim || spf) source.passed += messages;
  if (dkim) source.dkimPassed += messages;
  if (spf) source.spfPassed += messages;
  if (disposition === "reject" || disposition === "quarantine") source.stopped += messages;
  sources.set(key, source);
}

function toReport(head: Record<string, string>, sources: SourceCount[]): DmarcReport {
  const org = head["report_metadata/org_name"];
  const reportId = head["report_metadata/report_id"];
  const domain = head["policy_published/domain"]?.toLowerCase().replace(/\.$/, "");
  const [begins, ends] = ["begin", "end"].map((edge) => instantOf(head[`report_metadata/date_range/${edge}`]));
  if (!org || !reportId || !domain || !begins || !ends || ends < begins)
    throw new UnreadableReport(
      "missingHead",
      "Im Bericht fehlt, von wem er ist, für welche Domain oder für welche Zeit.",
    );
  const policy = head["policy_published/p"] ?? "";
  return {
    org: org.slice(0, 200),
    reportId: reportId.slice(0, 300),
    domain,
    policy: policy.slice(0, 20),
    sources,
    beginsAt: begins,
    endsAt: ends,
  };
}

/** Seconds since 1970, between 2012, when there was DMARC, and 2100. */
function instantOf(text: string | undefined): string | undefined {
  const seconds = Number(text);
  const isSane = Number.isSafeInteger(seconds) && seconds > 1_325_376_000 && seconds < 4_102_444_800;
  return isSane ? new Date(seconds * 1000).toISOString() : undefined;
}
