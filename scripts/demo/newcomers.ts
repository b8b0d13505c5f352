import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { DemoSite } from "./sites/site-pages.ts";

/** A company that is no customer of the sample agency yet. */
interface Newcomer {
  company: string;
  slogan: string;
  street: string;
  locality: string;
  phone: string;
  /** What the Impressum says besides. */
  imprint: readonly string[];
  cms: string;
  version?: string;
  isShop?: true;
  /** Found at the address of a delivery network. */
  isBehindCdn?: true;
  /** Nothing answers under its name. */
  isDown?: true;
}

const file = path.join(import.meta.dirname, "names/newcomers.yaml");

/** Websites that the sample agency does not look after: pasted as URLs, they show what the portal finds out. */
export const newcomers: Readonly<Record<string, Newcomer>> = parse(readFileSync(file, "utf8"));

export const isNewcomer = (name: string): boolean => Object.hasOwn(newcomers, name);

const newcomerOf = (name: string) => newcomers[name.replace(/^www\./, "")];

export const isDown = (name: string): boolean => newcomerOf(name)?.isDown === true;

/** The website of such a company; undefined for all other names. */
export function newcomerSite(name: string): DemoSite | undefined {
  const found = newcomerOf(name);
  if (!found) return undefined;
  const { company, slogan, street, locality, phone, imprint, cms, version = null, isShop = false } = found;
  const email = `info@${name.replace(/^www\./, "")}`;
  const own = { company, slogan, street, locality, phone, email, isShop };
  return { ...own, imprintLines: imprint, cms, cmsVersion: version, phpVersion: "8.3" };
}
