import { keysOf } from "../narrowing.ts";
import { z } from "../zod.ts";
import { backupInput, backupSettings } from "./backup.ts";
import { dashboardSettings } from "./dashboard.ts";
import { deadlineSettings } from "./deadlines.ts";
import { dmarcMailboxSettings } from "./dmarc-mailbox.ts";
import { domainSettings } from "./domains.ts";
import { generalSettings } from "./general.ts";
import { mailSettings } from "./mail.ts";
import { mailTextSettings } from "./mail-texts.ts";
import { monitoringSettings } from "./monitoring.ts";
import { networkSettings } from "./network.ts";
import { privacySettings } from "./privacy.ts";
import { signInSettings } from "./sign-in.ts";
import { technologySettings } from "./technologies.ts";

/** The settings of the portal by section; every schema yields its defaults from `{}`. */
export const settingSections = {
  general: generalSettings,
  mail: mailSettings,
  mailTexts: mailTextSettings,
  signIn: signInSettings,
  network: networkSettings,
  monitoring: monitoringSettings,
  privacy: privacySettings,
  backup: backupSettings,
  deadlines: deadlineSettings,
  domains: domainSettings,
  dashboard: dashboardSettings,
  technologies: technologySettings,
  dmarcMailbox: dmarcMailboxSettings,
} as const;

export type SettingSection = keyof typeof settingSections;

/** What may be stored of each section; stricter than what is read where that once allowed more. */
export const settingInputs = { ...settingSections, backup: backupInput } as const;
export type Settings<Section extends SettingSection> = z.output<(typeof settingSections)[Section]>;
export const settingSectionNames = keysOf(settingSections);

/** Fields that are written but never read back: they are kept sealed. */
export const secretSettings: { [Section in SettingSection]: readonly string[] } = {
  general: [],
  mail: ["password"],
  mailTexts: [],
  signIn: ["oidcClientSecret"],
  network: [],
  monitoring: [],
  privacy: [],
  backup: ["s3SecretAccessKey", "sftpPassword", "sftpPrivateKey", "webdavPassword"],
  deadlines: [],
  domains: [],
  dashboard: [],
  technologies: ["wordfenceKey"],
  dmarcMailbox: ["password"],
};

interface SecretServer {
  /** The setting that names it, and what that setting is called. */
  field: string;
  label: string;
}

/** To which server a secret goes, where a setting says so: it was entered for this one, and goes to no other. */
export const secretServers: { [Section in SettingSection]?: Readonly<Record<string, SecretServer>> } = {
  mail: { password: { field: "host", label: "Server" } },
  dmarcMailbox: { password: { field: "host", label: "Server" } },
  signIn: { oidcClientSecret: { field: "oidcIssuer", label: "Adresse des Anbieters" } },
  backup: {
    s3SecretAccessKey: { field: "s3Endpoint", label: "Endpunkt" },
    sftpPassword: { field: "sftpHost", label: "Server" },
    sftpPrivateKey: { field: "sftpHost", label: "Server" },
    webdavPassword: { field: "webdavUrl", label: "Adresse" },
  },
};

/** A section as an admin reads it; of each secret only when and by whom it was set. */
export interface SettingsView<Section extends SettingSection = SettingSection> {
  section: Section;
  values: Settings<Section>;
  secrets: Record<string, { setAt: Date; setBy: string | null } | null>;
  version: number;
}

export const getSettings = z.strictObject({ section: z.enum(settingSectionNames) });

export const readNextNumbers = z.strictObject({});

/** `values` replaces the fields it names; `secrets` sets or, with null, removes. */
export const updateSettings = z.strictObject({
  section: z.enum(settingSectionNames),
  values: z.record(z.string(), z.unknown()).default({}),
  secrets: z.record(z.string(), z.string().max(2000).nullable()).default({}),
  version: z.number().int().min(0),
});
