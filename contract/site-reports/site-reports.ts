import { id } from "../pagination.ts";
import type { SoftwareState } from "../technologies/software.ts";
import { z } from "../zod.ts";

const text = (max: number) => z.string().max(max);
const version = text(60);
const extension = z.object({
  slug: text(120),
  name: text(200),
  version,
  isActive: z.boolean(),
  /** The version to update to. */
  update: version.nullable(),
});
const bytes = z.number().int().min(0);
const count = z.number().int().min(0).max(10_000);

/** What a plugin inside a WordPress reports. What a newer plugin says besides is left out. */
export const siteReport = z.object({
  format: z.literal(1),
  wordpress: z.object({ version, update: version.nullable() }),
  php: version,
  database: text(100).nullable(),
  plugins: z.array(extension).max(400),
  themes: z.array(extension).max(200),
  /** Login names of those who may do everything. */
  admins: z.array(text(100)).max(200),
  /** Those of them whom WordPress itself does not show; absent in reports of a plugin that cannot tell. */
  hiddenAdmins: z.array(text(100)).max(200).optional(),
  /** As „Website-Zustand“ counts; null where it was never opened. */
  health: z.object({ good: count, recommended: count, critical: count }).nullable(),
  /** How many seconds the oldest scheduled task is late. */
  cronDelayS: z.number().int().min(0).max(100_000_000).nullable(),
  /** Of the disk that WordPress lies on; absent in reports of a plugin that does not know it yet. */
  disk: z.object({ freeBytes: bytes, totalBytes: bytes }).nullable().optional(),
  backup: z.object({ tool: text(80), at: z.number().int().min(0).max(10_000_000_000) }).nullable(),
});
export type SiteReport = z.infer<typeof siteReport>;
export type SiteExtension = z.infer<typeof extension>;

export const oneReporter = z.strictObject({ websiteId: id });

/** Something that is known to be wrong with what runs in a website. */
export interface SiteVulnerability {
  id: string;
  slug: string;
  name: string;
  version: string;
  title: string;
  /** The version to update to. */
  patchedIn: string | null;
  /** CVSS, from 0 to 10. */
  score: number | null;
  url: string | null;
}

/** How a website is connected, and what it reported last. */
export interface SiteReporterView {
  connectedAt: Date | null;
  lastAt: Date | null;
  /** Nothing has come for so long that something is wrong. */
  isLate: boolean;
  report: SiteReport | null;
  /** How long its PHP is supported; null where that is not known. */
  phpState: SoftwareState | null;
  /** Null where there is no list to compare with. */
  vulnerabilities: SiteVulnerability[] | null;
  /** Names of what the list was not asked about yet. */
  notCompared: string[];
}

/** What is entered in the plugin; nobody can read it again later. */
export interface ConnectedReporter {
  /** The name of the website. */
  name: string;
  /** Address and secret in one: the part behind `#` is never sent. */
  key: string;
}
