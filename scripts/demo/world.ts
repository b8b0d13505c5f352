import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ProviderNotice } from "./names/names.ts";
import type { DemoNames } from "./names/zones.ts";
import type { RegistrarStock } from "./registrar.ts";
import type { DemoSite } from "./sites/site-pages.ts";

/** What the servers of the demo have to know of the sample agency, beside what the portal knows of it. */
export interface World {
  /** Names that nothing answers under: an outage that is open. */
  silent: readonly string[];
  /** Names that answer late. */
  slow: readonly string[];
  /** Names whose certificate ends within days. */
  endingSoon: readonly string[];
  /** Everything that has a certificate. */
  secured: readonly string[];
  /** Addresses under which jobs and servers of the sample agency report, and what they say. */
  heartbeats: readonly { token: string; report: string }[];
  /** WordPress sites that report of themselves, with what they sign by. */
  reporters: readonly { publicId: string; secret: string; name: string; version: string; php: string }[];
  /** The websites of the sample agency, by name. */
  sites: Readonly<Record<string, DemoSite>>;
  /** What the registrar of one of its accounts has. */
  registrar: RegistrarStock;
  /** What registry and name servers have. */
  names: DemoNames;
  /** What the provider of the server that is down says on its status page. */
  notice: ProviderNotice | null;
  /** Paths of pages that are read without signing in. */
  pages: readonly { label: string; path: string }[];
}

export const emptyWorld: World = {
  silent: [],
  slow: [],
  endingSoon: [],
  secured: [],
  heartbeats: [],
  reporters: [],
  sites: {},
  registrar: { domains: [], zones: [] },
  names: { domains: [], addresses: {}, watched: [] },
  notice: null,
  pages: [],
};

/** Where the servers of the demo are, written anew with each start. */
export interface Answering {
  nameServer: string;
  /** Where a search of the DNS begins; undefined where the machine has too few addresses of its own. */
  dnsRoot?: string;
  /** The key by which the signatures of its zones are believed. */
  dnsAnchor?: string;
  securePort: number;
  plainPort: number;
  /** Of the mailbox. */
  mailPort: number;
  /** Issuers of the demo's certificates in PEM. */
  roots: readonly string[];
}

const folderOf = (dataDir: string) => path.join(dataDir, "demo");

/** Reads one of the demo's own files in a data folder; undefined where there is none. */
export function readOwn<T>(dataDir: string, name: "world" | "answering" | "certificates"): T | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folderOf(dataDir), `${name}.json`), "utf8")) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

export function writeOwn(dataDir: string, name: "world" | "answering" | "certificates", value: unknown): void {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folderOf(dataDir), `${name}.json`), JSON.stringify(value), { mode: 0o600 });
}
