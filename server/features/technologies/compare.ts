import type { TechnologyCategory } from "../../../contract/technologies/technologies.ts";
import type { SeenTechnology, WebsiteScan } from "../../../contract/technologies/views.ts";
import { shippedRules } from "../../lookups/technologies/shipped-rules.ts";
import type { NewChangeEvent } from "../change-events/record.ts";
import { shutOutByRobotsTxt } from "./fetch-scan.ts";

type Change = Pick<NewChangeEvent, "source" | "kind" | "part" | "before" | "after">;

/** Whose coming and going is told; a library more or less is no news. */
const told: ReadonlySet<TechnologyCategory> = new Set([
  ...(["cms", "shop", "hosted", "framework", "builder", "analytics", "marketing", "captcha", "chat"] as const),
]);
const versioned: ReadonlySet<TechnologyCategory> = new Set(["cms", "shop", "language", "builder", "plugin"]);
const protective = [
  "strict-transport-security",
  "content-security-policy",
  "x-frame-options",
  "x-content-type-options",
  "referrer-policy",
];

/** What is different about a website since it was looked at last. */
export function compareScans(before: WebsiteScan, now: WebsiteScan): Change[] {
  return [...technologyChanges(before, now), ...pageChanges(before, now)];
}

function technologyChanges(before: WebsiteScan, now: WebsiteScan): Change[] {
  const source = "technology" as const;
  const [was, is] = [byName(before), byName(now)];
  const changes: Change[] = [];
  for (const [name, { category, version }] of is) {
    const former = was.get(name);
    const isKnown = former?.version && version && former.version !== version;
    if (isKnown && versioned.has(category))
      changes.push({ source, kind: "version", part: name, before: [former.version ?? ""], after: [version] });
  }
  const appeared = now.technologies.filter(({ name }) => !was.has(name));
  const gone = before.technologies.filter(({ name }) => !is.has(name) && isComparable(name, was, { before, now }));
  const come = appeared.filter(({ name }) => isComparable(name, is, { before, now }));
  for (const { name } of come.filter(({ category }) => told.has(category)))
    changes.push({ source, kind: "technology", part: name, before: null, after: [name] });
  for (const { name } of gone.filter(({ category }) => told.has(category)))
    changes.push({ source, kind: "technology", part: name, before: [name], after: null });
  const goneTools = consentTools(gone);
  const comeTools = consentTools(come);
  // A tool that only new rules know asks for consent all the same: nothing is missing then.
  const present = consentTools(appeared).length > 0 ? consentTools(appeared) : consentTools(now.technologies);
  if (goneTools.length > 0 && present.length === 0)
    changes.push({ source, kind: "consent", part: goneTools.join(", "), before: goneTools, after: null });
  else if (goneTools.length > 0) changes.push({ source, kind: "consentTool", before: goneTools, after: present });
  else if (comeTools.length > 0) changes.push({ source, kind: "consentTool", before: null, after: comeTools });
  return changes;
}

const byName = ({ technologies }: WebsiteScan) => new Map(technologies.map((each) => [each.name, each] as const));
const consentTools = (technologies: readonly SeenTechnology[]) =>
  technologies.flatMap(({ name, category }) => (category === "consent" ? [name] : []));

/** Whether both looks went by the same rule for it: other rules see other things, although nothing has changed. */
function isComparable(
  name: string,
  found: ReadonlyMap<string, SeenTechnology>,
  scans: { before: WebsiteScan; now: WebsiteScan },
): boolean {
  const [evidence] = found.get(name)?.evidence ?? [];
  const isSame = knowAlike(name, scans);
  if (!isSame || evidence?.type !== "implied" || evidence.where === null) return isSame;
  return isComparable(evidence.where, found, scans);
}

function knowAlike(name: string, { before, now }: { before: WebsiteScan; now: WebsiteScan }): boolean {
  if (before.rulesVersion === now.rulesVersion) return true;
  const since = shippedRules().since.get(name);
  if (since !== undefined) {
    const [was = "", is = ""] = [before, now].map(({ rulesVersion }) => rulesVersion.split("+")[0]);
    const [former, current] = [was, is].map((version) => Number.parseInt(version, 10));
    // Where rules differ under one number, nobody has said which of them.
    return was === is || (former !== current && since <= Number(former));
  }
  const former = before.ownRules?.[name];
  return former !== undefined && former === now.ownRules?.[name];
}

function pageChanges(before: WebsiteScan, now: WebsiteScan): Change[] {
  const source = "website" as const;
  const changes: Change[] = [];
  if (isShutOutAnew(before, now) || isShutOutAnew(now, before))
    changes.push({
      source,
      kind: "robots",
      before: [before.noindex ?? "zugelassen"],
      after: [now.noindex ?? "zugelassen"],
    });
  const [wasElsewhere, isElsewhere] = [elsewhere(before), elsewhere(now)];
  if (wasElsewhere !== isElsewhere)
    changes.push({ source, kind: "canonical", before: toList(before.canonical), after: toList(now.canonical) });
  for (const name of protective) {
    const [was, is] = [before, now].map(({ headers }) => headers.find((header) => header.name === name)?.value ?? null);
    // A value that carries a one-time word differs each time; what counts is whether it is there.
    if ((was === null) !== (is === null))
      changes.push({ source, kind: "header", part: name, before: toList(was ?? null), after: toList(is ?? null) });
  }
  return changes;
}

/** Whether one look found search engines shut out that the other knows to have been allowed. */
function isShutOutAnew(allowed: WebsiteScan, shutOut: WebsiteScan): boolean {
  if (allowed.noindex !== null || shutOut.noindex === null) return false;
  // What robots.txt said while nobody could read it is unknown; the page itself was read in both looks.
  return allowed.robotsShutOut !== null || shutOut.noindex !== shutOutByRobotsTxt;
}

const toList = (value: string | null) => (value === null ? null : [value]);

/** The other host that the page names as its own. */
function elsewhere({ canonical, finalUrl }: WebsiteScan): string | null {
  if (canonical === null) return null;
  const [named, own] = [canonical, finalUrl].map((url) => new URL(url).hostname.replace(/^www\./, ""));
  return named === own ? null : (named ?? null);
}
