import { createHash, type X509Certificate } from "node:crypto";
import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { certificateLevel, judgeCertificate } from "../../../contract/checks/certificate.ts";
import type { CheckConfig } from "../../../contract/checks/configs.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import { connectGuarded, startTls } from "../../outbound/guarded-connect.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { Probe } from "../probe.ts";
import { type Lines, openLines, readReply, unexpected } from "./lines.ts";
import { failedBy, judged, openStopwatch } from "./phases.ts";

/** Reads a certificate, valid or not, over the oldest protocol that the other side still speaks. */
export const probeTls: Probe<"tls"> = async ({ config, timeoutMs }, tools) => {
  const watch = openStopwatch(timeoutMs, tools);
  const { host, port } = config;
  const { signal } = watch;
  try {
    const { allowedNetworks, resolver, trust } = tools;
    const connected = await connectGuarded({ host, port, allowedNetworks, resolveName: resolver.resolveName, signal });
    watch.keep("dns", connected.dnsMs);
    watch.keep("connect", connected.connectMs);
    try {
      await askForTls(connected.socket, config, signal);
      const { socket, tlsMs } = await startTls(connected.socket, {
        host,
        signal,
        acceptsInvalid: true,
        minVersion: "TLSv1",
        ciphers: "DEFAULT@SECLEVEL=0",
        ...(trust && { trust }),
      });
      watch.keep("tls", tlsMs);
      const certificate = readFacts(socket, host);
      const now = tools.now();
      // Only where it matters is it worth looking for.
      const mayEnd = certificateLevel(certificate, now) !== "good";
      const isRenewed = mayEnd && ((await tools.isRenewedElsewhere?.(certificate)) ?? false);
      const { level, ...verdict } = judgeCertificate(certificate, now, isRenewed);
      const evidence = verdict.outcome === "ok" ? {} : { evidence: { level, chain: certificate.chain } };
      const remoteAddress = connected.address;
      return { ...verdict, ...evidence, certificate, certificateLevel: level, remoteAddress, phases: watch.phases() };
    } finally {
      connected.socket.destroy();
    }
  } catch (error) {
    if (error instanceof OutboundProblem && error.code === "banner")
      return { ...judged("failed", "tlsFailed", error.message), phases: watch.phases() };
    return failedBy(error, watch);
  }
};

/** Asks a mail server for TLS on a connection that began without (RFC 3207, 9051, 2595). */
async function askForTls(socket: Socket, { startTls: kind }: CheckConfig<"tls">, signal: AbortSignal): Promise<void> {
  if (!kind) return;
  const lines = openLines(socket, signal);
  if (kind === "smtp") await askSmtp(lines);
  else if (kind === "imap") await askImap(lines);
  else await askPop3(lines);
  lines.release();
}

async function askSmtp(lines: Lines): Promise<void> {
  await readReply(lines, "220");
  lines.say("EHLO techcenter.invalid");
  const offered = await readReply(lines, "250");
  if (!offered.some((line) => /^250[ -]STARTTLS\s*$/i.test(line))) throw unexpected("kein STARTTLS angeboten");
  lines.say("STARTTLS");
  await readReply(lines, "220");
}

async function askImap(lines: Lines): Promise<void> {
  const greeting = await lines.next();
  if (!/^\* (?:OK|PREAUTH)\b/i.test(greeting)) throw unexpected(greeting);
  lines.say("a1 STARTTLS");
  for (;;) {
    const line = await lines.next();
    if (line.startsWith("* ")) continue;
    if (!/^a1 OK\b/i.test(line)) throw unexpected(line);
    return;
  }
}

async function askPop3(lines: Lines): Promise<void> {
  for (const command of ["STLS", undefined]) {
    const line = await lines.next();
    if (!/^\+OK\b/i.test(line)) throw unexpected(line);
    if (command) lines.say(command);
  }
}

const maxChain = 8;
const endedCodes = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

function readFacts(socket: TLSSocket, host: string): CertificateFacts {
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) throw new OutboundProblem("Die Gegenstelle zeigt kein Zertifikat.", { code: "tlsFailed" });
  const bare = host.replace(/^\[|\]$/g, "");
  const error = socket.authorizationError;
  const code = typeof error === "string" ? error : error && "code" in error ? String(error.code) : undefined;
  const isOver = !isWithin(leaf, Date.now());
  // That it has ended is judged by its dates; an issuer that has ended breaks the chain.
  const isTrusted = socket.authorized || (code !== undefined && endedCodes.has(code) && isOver);
  return {
    subject: oneLine(leaf.subject),
    names: namesOf(leaf),
    issuer: organisationOf(leaf.issuer),
    serial: leaf.serialNumber,
    fingerprint: plainHex(leaf.fingerprint256),
    keyFingerprint: createHash("sha256")
      .update(leaf.publicKey.export({ type: "spki", format: "der" }))
      .digest("hex"),
    key: keyOf(leaf),
    signature: leaf.signatureAlgorithm ?? "",
    validFrom: new Date(leaf.validFrom).toISOString(),
    validTo: new Date(leaf.validTo).toISOString(),
    protocol: socket.getProtocol(),
    isTrusted,
    isSelfSigned: !isTrusted && leaf.subject === leaf.issuer && leaf.verify(leaf.publicKey),
    matchesName: matches(leaf, bare),
    chain: chainOf(leaf).map((each) => ({
      subject: oneLine(each.subject),
      issuer: oneLine(each.issuer),
      validTo: new Date(each.validTo).toISOString(),
    })),
  };
}

const isWithin = ({ validFrom, validTo }: X509Certificate, at: number) =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo);

/** By the names that it carries for this purpose alone, with a wildcard only for a whole first label (RFC 9525). */
function matches(leaf: X509Certificate, host: string): boolean {
  if (isIP(host)) return leaf.checkIP(host) !== undefined;
  const options = { subject: "never", partialWildcards: false, multiLabelWildcards: false } as const;
  return leaf.checkHost(host.replace(/\.$/, ""), options) !== undefined;
}

function chainOf(leaf: X509Certificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let one: X509Certificate | undefined = leaf; one && chain.length < maxChain; one = one.issuerCertificate) {
    if (chain.some(({ fingerprint256 }) => fingerprint256 === one?.fingerprint256)) break;
    chain.push(one);
  }
  return chain;
}

const maxNames = 100;

function namesOf({ subjectAltName = "" }: X509Certificate): string[] {
  return [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,"\s]{1,253})/g)]
    .flatMap(([, name]) => (name ? [name] : []))
    .slice(0, maxNames);
}

function keyOf({ publicKey }: X509Certificate): string {
  const { asymmetricKeyType: type = "", asymmetricKeyDetails: details } = publicKey;
  if (type === "ec") return `EC ${/\d{3}/.exec(details?.namedCurve ?? "")?.[0] ?? ""}`.trim();
  if (type.startsWith("ed")) return `Ed${type.slice(2)}`;
  return details?.modulusLength ? `${type.toUpperCase()} ${details.modulusLength}` : type.toUpperCase();
}

const plainHex = (fingerprint: string) => fingerprint.replaceAll(":", "").toLowerCase();
const oneLine = (name: string) => name.split("\n").join(", ").slice(0, 300);

/** `Let's Encrypt (R11)` rather than the whole name of an issuer. */
function organisationOf(name: string): string {
  const part = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(name)?.[1]?.trim();
  const [organisation, common] = [part("O"), part("CN")];
  if (organisation && common && organisation !== common) return `${organisation} (${common})`.slice(0, 200);
  return (organisation ?? common ?? oneLine(name)).slice(0, 200);
}
