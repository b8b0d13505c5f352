import { type RootType, togetherMs } from "../../../contract/incidents/incidents.ts";

/** Something that checks look at. */
export interface Target {
  type: "website" | "domain" | "host";
  id: string;
}

/** What several have in common, and so may be the cause when they fail together. */
export interface Group {
  type: Exclude<RootType, "website">;
  id: string;
  label: string;
  /** How many that are watched hang on it. */
  size: number;
  /** Whether its own check says that it is down. */
  isDown: boolean;
  /** The key of the provider of a host. */
  parent?: string;
}

/** A target that is down. */
export interface Trouble extends Target {
  label: string;
  /** When it went down, in milliseconds. */
  since: number;
  /** The groups that its cause lets come into question, by their keys, the most precise first. */
  groups: readonly string[];
}

/** An incident that is open now. */
export interface OpenIncident {
  id: string;
  root: { type: RootType; id: string } | null;
  startedAt: number;
  /** Those that are down in it now. */
  members: readonly Target[];
}

export interface Facts {
  /** What is down now and hangs together with what has just gone down. */
  troubles: readonly Trouble[];
  /** The keys of those that have just gone down. */
  fresh: readonly string[];
  groups: ReadonlyMap<string, Group>;
  incidents: readonly OpenIncident[];
}

export type Root = { type: RootType; id: string; label: string };

/** What is to be done with incidents. */
export type Effect =
  | { kind: "open"; root: Root; members: Trouble[] }
  /** More that an open incident explains. */
  | { kind: "join"; incidentId: string; members: Trouble[] }
  /** An open incident turns out to be a larger one, and takes up others that are a part of it. */
  | { kind: "widen"; incidentId: string; root: Root; members: Trouble[]; absorbed: string[] };

export const keyOf = ({ type, id }: { type: string; id: string }): string => `${type}:${id}`;

/** From this number on, failures at the same time have a common cause, however many targets there are. */
const enough = 3;
const share = 0.6;

/**
 * Groups what went down into incidents: what an open incident explains joins it; of what hangs together, three or more
 * than half within three minutes are one incident with what they have in common as its root; everything else is one by
 * itself. An incident of one of them that is open already becomes the larger one, so that nobody hears of it twice.
 */
export function decideIncidents(facts: Facts): Effect[] {
  const state = read(facts);
  const { left, byKey } = state;
  const effects: Effect[] = [];
  for (const [incidentId, keys] of Map.groupBy(left, (key) => explainedBy(state, byKey.get(key)))) {
    if (incidentId === undefined) continue;
    effects.push({ kind: "join", incidentId, members: pick(byKey, keys) });
    for (const key of keys) left.delete(key);
  }
  for (const group of candidates(state)) {
    const found = group.type === "provider" ? hostsTogether(state, group) : membersOf(state, group);
    if (found) effects.push(gather(state, group, found));
  }
  for (const trouble of pick(byKey, left)) {
    const { type, id, label } = trouble;
    effects.push({ kind: "open", root: { type, id, label }, members: [trouble] });
  }
  return effects;
}

interface State extends Facts {
  byKey: ReadonlyMap<string, Trouble>;
  /** The open incident that each of its members is in. */
  incidentOf: ReadonlyMap<string, OpenIncident>;
  /** The open incidents by the keys of their roots. */
  rooted: ReadonlyMap<string, OpenIncident>;
  /** What has just gone down and stands in no incident yet. */
  left: Set<string>;
}

function read(facts: Facts): State {
  const { troubles, fresh, incidents } = facts;
  const byKey = new Map(troubles.map((trouble) => [keyOf(trouble), trouble]));
  const incidentOf = new Map(incidents.flatMap((each) => each.members.map((member) => [keyOf(member), each] as const)));
  const rooted = new Map(incidents.flatMap((each) => (each.root ? [[keyOf(each.root), each] as const] : [])));
  const left = new Set(fresh.filter((key) => byKey.has(key) && !incidentOf.has(key)));
  return { ...facts, byKey, incidentOf, rooted, left };
}

const pick = (byKey: ReadonlyMap<string, Trouble>, keys: Iterable<string>) =>
  [...keys].flatMap((key) => byKey.get(key) ?? []);

/** The open incident that explains why something fails; undefined where none does. */
export const findExplaining = (facts: Facts, trouble: Trouble): string | undefined => explainedBy(read(facts), trouble);

/** The open incident at whose root stands the target itself, or something that it hangs on. */
function explainedBy({ rooted, groups }: State, trouble: Trouble | undefined): string | undefined {
  if (!trouble) return undefined;
  const own = [keyOf(trouble), ...trouble.groups];
  const parents = own.flatMap((key) => groups.get(key)?.parent ?? []);
  return [...own, ...parents].flatMap((key) => rooted.get(key)?.id ?? [])[0];
}

const precise: readonly Group["type"][] = ["certificate", "domain", "nameservers", "provider", "host"];

/** The groups of what is left, what explains it best first: that of a whole provider before those of its hosts. */
function candidates({ left, byKey, groups }: State): Group[] {
  const named = new Set<string>();
  for (const trouble of pick(byKey, left)) for (const key of [keyOf(trouble), ...trouble.groups]) named.add(key);
  for (const key of [...named]) named.add(groups.get(key)?.parent ?? key);
  return [...named]
    .flatMap((key) => groups.get(key) ?? [])
    .toSorted((a, b) => precise.indexOf(a.type) - precise.indexOf(b.type));
}

interface Together {
  members: Trouble[];
  /** The open incidents that are a part of it. */
  parts: OpenIncident[];
}

/** What goes down with a group, if that is enough to blame the group. */
function membersOf(state: State, group: Group): Together | undefined {
  const { troubles, left, incidentOf } = state;
  const key = keyOf(group);
  const its = troubles.filter((each) => (each.groups.includes(key) || keyOf(each) === key) && isFree(state, each));
  const fresh = its.filter((each) => left.has(keyOf(each)));
  if (fresh.length === 0) return undefined;
  const newest = Math.max(...fresh.map(({ since }) => since));
  const members = its.filter(({ since }) => newest - since <= togetherMs);
  const hanging = members.filter((each) => keyOf(each) !== key).length;
  const isBlamed = isEnough(hanging, group.size) || (group.isDown && hanging > 0);
  return isBlamed ? { members, parts: members.flatMap((each) => incidentOf.get(keyOf(each)) ?? []) } : undefined;
}

/** Of a provider: its hosts that are down together, each by itself or by what hangs on it. */
function hostsTogether(state: State, provider: Group): Together | undefined {
  const { groups, rooted, troubles, left } = state;
  const key = keyOf(provider);
  const now = Math.max(...pick(state.byKey, left).map(({ since }) => since));
  const down = [...groups.values()].flatMap((host): (Together & { isFresh: boolean })[] => {
    if (host.parent !== key) return [];
    const found = membersOf(state, host);
    if (found) return [{ ...found, isFresh: true }];
    const own = troubles.filter((each) => keyOf(each) === keyOf(host) && left.has(keyOf(each)));
    if (own.length > 0) return [{ members: own, parts: [], isFresh: true }];
    const open = rooted.get(keyOf(host));
    if (!open || now - open.startedAt > togetherMs) return [];
    return [{ members: pick(state.byKey, open.members.map(keyOf)), parts: [open], isFresh: false }];
  });
  if (!down.some(({ isFresh }) => isFresh) || !isEnough(down.length, provider.size)) return undefined;
  return { members: down.flatMap(({ members }) => members), parts: down.flatMap(({ parts }) => parts) };
}

const isEnough = (count: number, size: number) => count >= enough || (count >= 2 && count / size >= share);

/** Whether something can still become a part of a larger incident: what stands alone or in none. */
function isFree({ incidentOf, left }: State, trouble: Trouble): boolean {
  const incident = incidentOf.get(keyOf(trouble));
  if (!incident) return left.has(keyOf(trouble));
  return incident.root !== null && keyOf(incident.root) === keyOf(trouble);
}

/** Makes one incident of what goes down together; the oldest that is open already becomes it. */
function gather({ left }: State, { type, id, label }: Group, { members, parts }: Together): Effect {
  const [base, ...absorbed] = [...new Set(parts)].toSorted((a, b) => a.startedAt - b.startedAt);
  const root: Root = { type, id, label };
  for (const trouble of members) left.delete(keyOf(trouble));
  if (!base) return { kind: "open", root, members };
  return { kind: "widen", incidentId: base.id, root, members, absorbed: absorbed.map((each) => each.id) };
}
