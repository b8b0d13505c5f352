import { hostname } from "node:os";
import path from "node:path";
import { z } from "zod";
import { callsPerMinute } from "../contract/api/limits.ts";
import { StartProblem } from "./start-problem.ts";

const port = z.coerce.number().int().min(0).max(65535);
const url = z.url({ protocol: /^https?$/ });

const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MIGRATE_WITHOUT_BACKUP: z.enum(["0", "1"]).default("0"),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  NODE_NAME: z.string().min(1).max(60).optional(),
  PUBLIC_URL: url.optional(),
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(12).max(200).optional(),
  ADMIN_NAME: z.string().min(1).max(120).default("Administration"),
  SOKETI_PORT: port.default(6001),
  TRUST_PROXY: z.enum(["0", "1"]).default("0"),
  HSTS_SUBDOMAINS: z.enum(["0", "1"]).default("0"),
  ACCESS_LOG: z.enum(["on", "off"]).default("off"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SOCKETS_PER_USER: z.coerce.number().int().min(10).default(100),
  MAX_SOCKETS: z.coerce.number().int().min(100).default(5000),
  RPC_CALLS_PER_MINUTE: z.coerce.number().int().min(60).default(callsPerMinute),
  MONITORING: z.enum(["on", "off"]).default("on"),
  CHECK_RESOLVER: z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[0-9.]+):\d{1,5}$/i)
    .optional(),
  DNS_ROOT: z
    .string()
    .regex(/^[0-9.]+:\d{1,5}$/)
    .optional(),
  DNS_ROOT_ANCHOR: z
    .string()
    .regex(/^\d{1,5} \d{1,3} [124] [0-9a-f]{40,96}$/i)
    .optional(),
  CHROMIUM_PATH: z.string().min(1).optional(),
  PATH: z.string().default(""),
  NODE_COMPILE_CACHE: z.string().optional(),
  NODE_EXTRA_CA_CERTS: z.string().optional(),
  NODE_USE_SYSTEM_CA: z.string().optional(),
  SSL_CERT_FILE: z.string().optional(),
  SSL_CERT_DIR: z.string().optional(),
  LD_LIBRARY_PATH: z.string().optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().min(1).default("eu-central-1"),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});

/**
 * Whose certificates Node trusts, where its C++ library lies on a host that has none (packaging/techcenter), and where it
 * keeps what it has compiled.
 */
const ofNode = [
  "NODE_COMPILE_CACHE",
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "LD_LIBRARY_PATH",
] as const;

const rules: Partial<Record<string, string>> = {
  PORT: "eine Zahl von 0 bis 65535",
  SOKETI_PORT: "eine Zahl von 0 bis 65535",
  DATABASE_URL: "eine Adresse mit postgres://",
  DATABASE_DIRECT_URL: "eine Adresse mit postgres://",
  MIGRATE_WITHOUT_BACKUP: "0 oder 1",
  REDIS_URL: "eine Adresse mit redis:// oder rediss://",
  NODE_NAME: "ein Name mit höchstens 60 Zeichen",
  PUBLIC_URL: "eine Adresse mit http:// oder https://",
  SECURITY_CONTACT: "eine Adresse mit mailto: oder https://",
  ADMIN_EMAIL: "eine E-Mail-Adresse",
  ADMIN_PASSWORD: "ein Passwort mit 12 bis 200 Zeichen",
  ADMIN_NAME: "ein Name mit höchstens 120 Zeichen",
  TRUST_PROXY: "0 oder 1",
  HSTS_SUBDOMAINS: "0 oder 1",
  LOG_LEVEL: "fatal, error, warn, info, debug, trace oder silent",
  NODE_ENV: "production, development oder test",
  SOCKETS_PER_USER: "eine ganze Zahl ab 10",
  MAX_SOCKETS: "eine ganze Zahl ab 100",
  RPC_CALLS_PER_MINUTE: "eine ganze Zahl ab 60",
  MONITORING: "on oder off",
  ACCESS_LOG: "on oder off",
  CHECK_RESOLVER: "Adresse und Port eines Nameservers wie 127.0.0.1:53",
  DNS_ROOT: "IPv4-Adresse und Port eines Root-Servers wie 127.0.0.1:5353",
  DNS_ROOT_ANCHOR:
    "der Schlüssel dieses Root-Servers, geschrieben wie ein DS-Record: Nummer, Algorithmus, Art und Hash",
  S3_ENDPOINT: "eine Adresse mit http:// oder https://",
};

/** A root of one's own, and the key by which its signatures are believed; without one those of the internet count. */
export interface DnsRoot {
  address: string;
  port: number;
  anchor?: { keyTag: number; algorithm: number; digestType: number; digest: string };
}

export interface Environment {
  mode: "production" | "development" | "test";
  port: number;
  host: string;
  dataDir: string;
  /** Where the database lies instead of in `dataDir`; the second one leads past a pooler, for what holds a session. */
  postgres: { url: string; directUrl: string } | undefined;
  /** Whether a database on Postgres is migrated although no copy of it can be made before. */
  migratesWithoutBackup: boolean;
  /** By which the nodes of one portal wake each other; without it this one is alone. */
  redis: { url: string } | undefined;
  /** What people call this node among others. */
  nodeName: string;
  publicUrl: URL | undefined;
  admin: { email: string; password: string; name: string } | undefined;
  /** Whom security.txt names. */
  securityContact: string | undefined;
  soketiPort: number;
  trustsProxy: boolean;
  /** Whether browsers are told to reach the hosts below the portal's name by https alone, too. */
  hstsSubdomains: boolean;
  logLevel: string;
  /** Whether each request is a line of the log. */
  logsAccess: boolean;
  /** What one person may ask of the portal by RPC. */
  callsPerMinute: number;
  socketsPerUser: number;
  /** Over all people. */
  maxSockets: number;
  /** Whether this portal watches; a name server of its own knows names that others do not, such as those of the demo. */
  checks: { isOn: boolean; nameServer: string | undefined; dnsRoots: readonly DnsRoot[] };
  /** Where the browser lies that prints, or where to look for one. */
  browser: { chromiumPath: string | undefined; folders: string };
  /** The variables that Node and its loader obey; for processes of the portal's own that get no others. */
  ofNode: Readonly<Record<string, string>>;
  s3:
    | { endpoint: string | undefined; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
    | undefined;
}

/** Reads and checks the environment once; throws a StartProblem that names the first wrong variable. Empty values count as absent. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const variable = String(parsed.error.issues[0]?.path[0]);
    throw new StartProblem(
      `${variable} hat keinen gültigen Wert: erwartet wird ${rules[variable] ?? "ein nicht leerer Text"}.`,
    );
  }
  const env = parsed.data;
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new StartProblem(
      "DATABASE_URL fehlt: DATABASE_DIRECT_URL ist der Weg zu derselben Datenbank an einem Pooler vorbei.",
    );
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
    const missing = env.ADMIN_EMAIL ? "ADMIN_PASSWORD" : "ADMIN_EMAIL";
    throw new StartProblem(`${missing} fehlt: ADMIN_EMAIL und ADMIN_PASSWORD gehören zusammen.`);
  }
  if (env.PORT !== 0 && env.PORT === env.SOKETI_PORT)
    throw new StartProblem(`PORT und SOKETI_PORT sind beide ${env.PORT}; setze SOKETI_PORT auf einen anderen Port.`);
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined;
  if (publicUrl && publicUrl.href !== `${publicUrl.origin}/`)
    throw new StartProblem(
      `PUBLIC_URL darf nur aus Schema, Hostname und Port bestehen, wie ${publicUrl.origin}; unter einem Pfad läuft das Portal nicht.`,
    );
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    postgres: env.DATABASE_URL
      ? { url: env.DATABASE_URL, directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL }
      : undefined,
    migratesWithoutBackup: env.MIGRATE_WITHOUT_BACKUP === "1",
    redis: readRedis(env),
    nodeName: env.NODE_NAME ?? hostname(),
    publicUrl,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, name: env.ADMIN_NAME }
        : undefined,
    securityContact: env.SECURITY_CONTACT,
    soketiPort: env.SOKETI_PORT,
    trustsProxy: env.TRUST_PROXY === "1",
    hstsSubdomains: env.HSTS_SUBDOMAINS === "1",
    logLevel: env.LOG_LEVEL,
    logsAccess: env.ACCESS_LOG === "on",
    callsPerMinute: env.RPC_CALLS_PER_MINUTE,
    socketsPerUser: env.SOCKETS_PER_USER,
    maxSockets: env.MAX_SOCKETS,
    checks: { isOn: env.MONITORING === "on", nameServer: env.CHECK_RESOLVER, dnsRoots: readRoots(env) },
    browser: { chromiumPath: env.CHROMIUM_PATH, folders: env.PATH },
    ofNode: Object.fromEntries(ofNode.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    s3: readS3(env, given),
  };
}

function readRoots({ DNS_ROOT: root, DNS_ROOT_ANCHOR: key }: z.infer<typeof variables>): DnsRoot[] {
  const [address, port] = root?.split(":") ?? [];
  if (key && !root) throw new StartProblem("DNS_ROOT fehlt: DNS_ROOT_ANCHOR ist der Schlüssel dieses Root-Servers.");
  if (!address || !port) return [];
  const [keyTag, algorithm, digestType, digest] = key?.split(" ") ?? [];
  return [
    {
      address,
      port: Number(port),
      ...(digest && {
        anchor: {
          keyTag: Number(keyTag),
          algorithm: Number(algorithm),
          digestType: Number(digestType),
          digest: digest.toLowerCase(),
        },
      }),
    },
  ];
}

function readRedis({ REDIS_URL: url, ...env }: z.infer<typeof variables>): Environment["redis"] {
  if (!url) return undefined;
  if (!env.DATABASE_URL)
    throw new StartProblem(
      "DATABASE_URL fehlt: REDIS_URL verbindet mehrere Knoten eines Portals, und die brauchen eine gemeinsame Datenbank.",
    );
  if (!env.S3_BUCKET)
    throw new StartProblem(
      "S3_BUCKET fehlt: REDIS_URL verbindet mehrere Knoten eines Portals, und die brauchen einen gemeinsamen Speicher für Dateien.",
    );
  return { url };
}

function readS3(env: z.infer<typeof variables>, given: Record<string, unknown>): Environment["s3"] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const isMeant = Object.keys(given).some((name) => name.startsWith("S3_"));
  if (!isMeant) return undefined;
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const missing = !bucket ? "S3_BUCKET" : !accessKeyId ? "S3_ACCESS_KEY_ID" : "S3_SECRET_ACCESS_KEY";
    throw new StartProblem(`${missing} fehlt: S3_BUCKET, S3_ACCESS_KEY_ID und S3_SECRET_ACCESS_KEY gehören zusammen.`);
  }
  return { endpoint: env.S3_ENDPOINT, region: env.S3_REGION, bucket, accessKeyId, secretAccessKey };
}
