import type { ServiceField } from "../channels/services.ts";
import { keysOf } from "../narrowing.ts";

/** What a registrar tells of what somebody has there. */
export interface RegistrarCapabilities {
  /** Registered domains; without it only zones of the DNS, which are no registrations. */
  domains: boolean;
  /** The day on which the contract about a domain renews or ends. */
  dates: boolean;
  zones: boolean;
  /** What a renewal costs. */
  prices: boolean;
}

export interface RegistrarServiceTraits {
  label: string;
  /** Where its keys come from, and what they may do at least. */
  text: string;
  capabilities: RegistrarCapabilities;
  fields: Readonly<Record<string, ServiceField>>;
}

const text = { kind: "text", maxLength: 200 } as const;
const secret = { kind: "text", maxLength: 1000, isSecret: true } as const;
const server = (url: string, hint: string) =>
  ({
    label: "Server",
    kind: "url",
    needsTls: true,
    maxLength: 2048,
    isOptional: true,
    placeholder: url,
    hint,
  }) as const;

/** What each registrar is called and needs to know; how it is asked stands in server/lookups/registrars. */
export const registrarServices = {
  inwx: {
    label: "INWX",
    text: "Einen Unterbenutzer mit reinen Leserechten anlegen. Verlangt er einen zweiten Faktor, gehört dessen Geheimnis dazu.",
    capabilities: { domains: true, dates: true, zones: true, prices: true },
    fields: {
      user: { label: "Benutzername", ...text },
      password: { label: "Passwort", ...secret },
      totpSecret: {
        label: "Geheimnis des zweiten Faktors",
        ...secret,
        isOptional: true,
        hint: "Der Text hinter dem QR-Code, nicht der sechsstellige Code.",
      },
      server: server("https://api.domrobot.com", "Für das Testsystem: https://api.ote.domrobot.com"),
    },
  },
  autodns: {
    label: "AutoDNS (InterNetX)",
    text: "Einen Unterbenutzer anlegen, der Domains und Zonen nur lesen darf.",
    capabilities: { domains: true, dates: true, zones: true, prices: false },
    fields: {
      user: { label: "Benutzername", ...text },
      password: { label: "Passwort", ...secret },
      context: {
        label: "Kontext",
        ...text,
        isOptional: true,
        placeholder: "4",
        hint: "4 ist der Kontext von AutoDNS; ein eigenes System hat einen anderen.",
        pattern: /^\d{1,9}$/,
        patternError: "Bitte nur Ziffern angeben.",
      },
      server: server("https://api.autodns.com", "Nur für ein eigenes System (Personal AutoDNS)."),
    },
  },
  cloudflare: {
    label: "Cloudflare",
    text: "Unter „Account API Tokens“ ein Token mit „Registrar: Domains – Read“ und „Zone – Read“ erzeugen.",
    capabilities: { domains: true, dates: true, zones: true, prices: false },
    fields: {
      accountId: {
        label: "Account-ID",
        ...text,
        hint: "Steht in der Übersicht des Kontos rechts unten.",
        pattern: /^[0-9a-f]{32}$/,
        patternError: "Bitte die ID mit 32 Zeichen angeben.",
      },
      token: { label: "API-Token", ...secret },
      server: server("https://api.cloudflare.com", "Bleibt leer."),
    },
  },
  hetznerDns: {
    label: "Hetzner DNS",
    text: "In der Hetzner Console im Projekt unter „Sicherheit › API-Tokens“ ein Token nur mit Leserechten erzeugen.",
    capabilities: { domains: false, dates: false, zones: true, prices: false },
    fields: {
      token: { label: "API-Token", ...secret },
      server: server("https://api.hetzner.cloud", "Bleibt leer."),
    },
  },
  ionos: {
    label: "IONOS",
    text: "Unter developer.hosting.ionos.de einen Schlüssel erzeugen. Er besteht aus Präfix und Geheimnis mit einem Punkt dazwischen.",
    capabilities: { domains: true, dates: true, zones: true, prices: false },
    fields: {
      key: {
        label: "API-Schlüssel",
        ...secret,
        placeholder: "präfix.geheimnis",
        pattern: /^[^\s.]+\.[^\s]+$/,
        patternError: "Bitte Präfix und Geheimnis mit einem Punkt dazwischen angeben.",
      },
      tenantId: {
        label: "Mandant (X-Tenant-Id)",
        ...text,
        isOptional: true,
        hint: "Nur bei Verträgen für Wiederverkäufer.",
      },
      server: server("https://api.hosting.ionos.com", "Bleibt leer."),
    },
  },
  netcup: {
    label: "netcup",
    text: "Im CCP unter „Stammdaten › API“ Schlüssel und Passwort erzeugen. Domains nennt netcup nur mit Reseller-Vertrag.",
    capabilities: { domains: true, dates: true, zones: false, prices: true },
    fields: {
      customerNumber: {
        label: "Kundennummer",
        ...text,
        pattern: /^\d{1,12}$/,
        patternError: "Bitte nur Ziffern angeben.",
      },
      apiKey: { label: "API-Schlüssel", ...secret },
      apiPassword: { label: "API-Passwort", ...secret },
      server: server("https://ccp.netcup.net", "Bleibt leer."),
    },
  },
} as const satisfies Record<string, RegistrarServiceTraits>;

export type RegistrarServiceName = keyof typeof registrarServices;
export const registrarServiceNames = keysOf(registrarServices);
export const registrarTraits = (name: RegistrarServiceName): RegistrarServiceTraits => registrarServices[name];
