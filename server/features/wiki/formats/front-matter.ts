import { isKeyOf, isObject } from "../../../../contract/narrowing.ts";
import { pageStatuses, pageVisibilities } from "../../../../contract/wiki/page-limits.ts";
import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";
import { lazyModule } from "../../../lazy-module.ts";

const yaml = lazyModule<typeof import("yaml")>(import.meta.url, "yaml");
const head = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const maxLength = 20_000;

export interface HeadedText {
  meta: PageMeta;
  body: string;
  /** Whether the portal itself has written it. */
  isOwn: boolean;
  isBroken: boolean;
}

/** Splits a text into what its head says of the page and the rest; what the head says wrongly is left out. */
export function readFrontMatter(text: string): HeadedText {
  const [whole, written] = head.exec(text) ?? [];
  if (whole === undefined || written === undefined || written.length > maxLength) return { ...none, body: text };
  try {
    const given: unknown = yaml().parse(written, { maxAliasCount: 0, schema: "core" });
    if (!isObject(given) || Array.isArray(given)) return { ...none, body: text };
    return { meta: metaOf(given), body: text.slice(whole.length), isOwn: given.techcenter === 1, isBroken: false };
  } catch {
    return { ...none, body: text.slice(whole.length), isBroken: true };
  }
}

const none = { meta: {}, isOwn: false, isBroken: false };

function metaOf(given: Record<string, unknown>): PageMeta {
  const text = (value: unknown, max: number) =>
    (typeof value === "string" || typeof value === "number") && String(value).trim()
      ? String(value).trim().slice(0, max)
      : undefined;
  const texts = (value: unknown, max: number) =>
    (Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [])
      .flatMap((each) => text(each, max) ?? [])
      .slice(0, 100);
  const whole = (value: unknown, max: number) =>
    Number.isInteger(value) && Number(value) > 0 && Number(value) <= max ? Number(value) : undefined;
  const known = <Name extends string>(names: Record<Name, unknown>, value: unknown) =>
    isKeyOf(names, value) ? value : undefined;
  const meta: PageMeta = {
    id: text(given.id, 64),
    title: text(given.title, 200),
    icon: text(given.icon, 16),
    status: known(pageStatuses, given.status),
    visibility: known(pageVisibilities, given.visibility),
    tags: texts(given.tags, 40),
    responsible: text(given.responsible, 320),
    reviewEveryMonths: whole(given.reviewEveryMonths, 60),
    position: whole(given.position, 1_000_000),
    isTemplate: given.template === true,
    attachments: texts(given.attachments, 1000),
    fileNames: namesIn(given.fileNames),
  };
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
}

function namesIn(given: unknown): Record<string, string> | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  return Object.fromEntries(Object.entries(given).filter(([, name]) => typeof name === "string"));
}

/** The head of an exported page; `readFrontMatter` reads it back. */
export function writeFrontMatter({ isTemplate, ...meta }: PageMeta): string {
  const said = Object.entries({ techcenter: 1, ...meta, ...(isTemplate && { template: true }) }).filter(
    ([, value]) =>
      value !== undefined && value !== null && (typeof value !== "object" || Object.keys(value).length > 0),
  );
  return `---\n${yaml().stringify(Object.fromEntries(said), { lineWidth: 0 })}---\n\n`;
}
