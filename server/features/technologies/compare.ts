import type { TechnologyCategory } from "../../../contract/technologies/technologies.ts";
import type { WebsiteScan } from "../../../contract/technologies/views.ts";
import type { NewChangeEvent } from "../change-events/record.ts";

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
  const changes: Change[] = [];
  const [was, is] = [before, now].map(
    ({ technologies }) => new Map(technologies.map((each) => [each.name, each] as const)),
  );
  // Other rules see other things, although nothing has changed.
  const isSameEye = before.rulesVersion === now.rulesVersion;
  for (const [name, { category, version }] of is ?? []) {
    const former = was?.get(name);
    const isKnown = former?.version && version && former.version !== version;
    if (isKnown && versioned.has(category))
      changes.push({ source, kind: "version", part: name, before: [former.version ?? ""], after: [version] });
    if (!former && isSameEye && told.has(category))
      changes.push({ source, kind: "technology", part: name, before: null, after: [name] });
  }
  for (const [name, { category }] of was ?? []) {
    if (is?.has(name) || !isSameEye) continue;
    if (category === "consent") changes.push({ source, kind: "consent", part: name, before: [name], after: null });
    else if (told.has(category)) changes.push({ source, kind: "technology", part: name, before: [name], after: null });
  }
  return changes;
}

function pageChanges(before: WebsiteScan, now: WebsiteScan): Change[] {
  const source = "website" as const;
  const changes: Change[] = [];
  if ((before.noindex === null) !== (now.noindex === null))
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

const toList = (value: string | null) => (value === null ? null : [value]);

/** The other host that the page names as its own. */
function elsewhere({ canonical, finalUrl }: WebsiteScan): string | null {
  if (canonical === null) return null;
  const [named, own] = [canonical, finalUrl].map((url) => new URL(url).hostname.replace(/^www\./, ""));
  return named === own ? null : (named ?? null);
}
