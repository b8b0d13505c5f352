import { type CheckState, newCheckState } from "../../../contract/checks/judge.ts";
import type { CheckKind, CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { CheckOutcome } from "../../../contract/checks/status.ts";
import { parseOwnJson, requireValue } from "../../../contract/narrowing.ts";
import { hourMs, secondMs } from "../../../contract/time/durations.ts";
import type { PlannedForAgent } from "../../../contract/vantage-points/agent-protocol.ts";
import { portalPoint, type Vantage } from "../../../contract/vantage-points/vantage-points.ts";
import type { StoreFile } from "./open-store.ts";

/** A check as the portal wants it; revisions grow with each change. */
export interface WantedCheck extends PlannedForAgent {
  /** From where it is made; by this process alone where that is absent. */
  vantage?: Vantage | null;
}

/** A check that is to be looked at now, with the number of the claim under which its result is taken. */
export interface Claimed {
  no: number;
  claim: number;
  id: string;
  kind: CheckKind;
  target: { type: CheckTargetType; id: string };
  address: string;
  intervalS: number;
  timeoutMs: number;
  config: string;
  secret: string | null;
  quietFrom: number | null;
  quietUntil: number | null;
  dueAt: number;
  askedAt: number | null;
  isHanging: boolean;
  /** As it is now: 0 where somebody has asked. */
  priority: number;
  basePriority: number;
  /** As this process finds it; `vantage` says who else looks. */
  state: CheckState;
  outcome: CheckOutcome | null;
  facts: Record<string, unknown>;
  vantage: Vantage | null;
}

export interface ClaimOptions {
  now: number;
  limit: number;
  isHanging: boolean;
  /** How much longer than its own time limit a check may be under way before others may take it over. */
  graceMs: number;
}

interface KnownRow {
  no: number;
  is_active: number;
  due_at: number;
  asked_at: number | null;
  outcome: string | null;
  interval_s: number;
}

/** In which order checks are looked at that are due together, before what records ask for. */
export const urgency = {
  /** It has failed and is not down yet: nobody who asks for others may hold up whether it is. */
  doubted: -1,
  asked: 0,
} as const;

/** The most urgent first, then what has been due for longest. */
export const byUrgency = (a: Pick<Claimed, "priority" | "dueAt">, b: Pick<Claimed, "priority" | "dueAt">): number =>
  a.priority - b.priority || a.dueAt - b.dueAt;

/** In `is_active`: agents alone look at it, and this process claims only what is `here`. */
const activity = { none: 0, here: 1, elsewhere: 2 } as const;

function activityOf({ isActive, vantage }: WantedCheck): number {
  if (!isActive) return activity.none;
  return !vantage || vantage.points.includes(portalPoint) ? activity.here : activity.elsewhere;
}

const inSeconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000));

/** The durable schedule: what is due, and who looks at it. */
export function openSchedule(sqlite: StoreFile) {
  const { upsert, known, insert, update, mark, ...statements } = prepareStatements(sqlite);
  const { claimDue, read, find, free, give, lastSeen, lastClaim, oldestDue, rates } = statements;
  let claims = Number(lastClaim.get());

  return {
    /** Takes over what the portal wants, in one transaction. `spread` says after how long a new check has its turn. */
    apply: sqlite.transaction((wanted: readonly WantedCheck[], now: number, spread: (check: WantedCheck) => number) => {
      for (const check of wanted) {
        const before = known.get(check.id);
        const row = requireValue(
          upsert.get({
            ...check,
            targetType: check.target.type,
            targetId: check.target.id,
            quietFrom: inSeconds(check.quietFrom),
            quietUntil: inSeconds(check.quietUntil),
            removedAt: check.isRemoved ? Math.floor(now / 1000) : null,
            vantage: check.vantage ? JSON.stringify(check.vantage) : null,
          }),
        );
        const isActive = activityOf(check);
        const isAsked = check.askedAt !== null && check.askedAt > (before?.asked_at ?? 0);
        if (!before) {
          const dueAt = isAsked ? now : now + spread(check);
          const hour = Math.floor(now / hourMs) * (hourMs / secondMs);
          insert.run(row.no, isActive, isAsked ? urgency.asked : check.priority, dueAt, check.askedAt, hour);
          continue;
        }
        const isBack = isActive !== activity.none && before.is_active !== isActive;
        const soonest = Math.min(before.due_at, now + check.intervalS * 1000);
        const dueAt = isAsked || isBack ? now : soonest;
        const priority = isAsked ? urgency.asked : check.priority;
        update.run(isActive, priority, dueAt, check.askedAt, isAsked || isBack ? 0 : 1, row.no);
        // What was seen last says nothing about the time in which nobody looks.
        if (isActive === activity.none && before.is_active !== activity.none)
          mark.run(row.no, Math.floor(now / 1000), row.no, 3, check.intervalS);
      }
    }),
    /** Claims what is due in one statement: of several processes each gets other checks. The most urgent comes first. */
    claim({ now, limit, isHanging, graceMs }: ClaimOptions): Claimed[] {
      if (limit <= 0) return [];
      claims += 1;
      const found = claimDue.all({ claim: claims, now, limit, graceMs, isHanging: isHanging ? 1 : 0 });
      return found.map(({ no }) => toClaimed(requireValue(read.get(no)))).toSorted(byUrgency);
    },
    /** A check as it stands, without a claim; undefined where there is none. */
    find(checkId: string): Claimed | undefined {
      const no = find.get(checkId);
      const row = no === undefined ? undefined : read.get(no);
      return row && toClaimed(row);
    },
    /** Lets others have what could not be looked at; not before `dueAt`. */
    release: ({ no, claim }: Pick<Claimed, "no" | "claim">, dueAt: number) => void give.run(dueAt, no, claim),
    /** For the one process that starts: what an earlier one had claimed is free again. */
    releaseAll: () => void free.run(),
    /** When anything was looked at last; null where nothing ever was. */
    lastSeen: () => lastSeen.get() ?? null,
    /** Since when the longest has been waiting that is due and that nobody has claimed. */
    oldestDue: (isHanging: boolean, now: number) => oldestDue.get(isHanging ? 1 : 0, now),
    /** Checks a second, of those that answer and of those that hang. */
    rates() {
      const rows = rates.all();
      const of = (isHanging: number) => rows.find((row) => row.isHanging === isHanging)?.rate ?? 0;
      return { answering: of(0), hanging: of(1) };
    },
  };
}

function prepareStatements(sqlite: StoreFile) {
  const upsert = sqlite.prepare<
    unknown[],
    { no: number }
  >(`insert into checks (check_id, kind, target_type, target_id, address, interval_s,
      timeout_ms, priority, config, secret, quiet_from_s, quiet_until_s, removed_at_s, vantage)
    values (@id, @kind, @targetType, @targetId, @address, @intervalS, @timeoutMs, @priority, @config, @secret, @quietFrom,
      @quietUntil, @removedAt, @vantage)
    on conflict (check_id) do update set kind = excluded.kind, address = excluded.address,
      interval_s = excluded.interval_s, timeout_ms = excluded.timeout_ms, priority = excluded.priority,
      config = excluded.config, secret = excluded.secret, quiet_from_s = excluded.quiet_from_s,
      quiet_until_s = excluded.quiet_until_s, removed_at_s = excluded.removed_at_s, vantage = excluded.vantage
    returning no`);
  const known = sqlite.prepare<unknown[], KnownRow>(
    "select s.no, s.is_active, s.due_at, s.asked_at, s.outcome, c.interval_s from checks c join schedule s on s.no = c.no where c.check_id = +?",
  );
  const insert = sqlite.prepare(
    "insert into schedule (no, is_active, priority, due_at, asked_at, rolled_until_s) values (?, ?, ?, ?, ?, ?)",
  );
  const update = sqlite.prepare(
    "update schedule set is_active = ?, priority = ?, due_at = ?, asked_at = ?, is_hanging = is_hanging and ? where no = ?",
  );
  const mark = sqlite.prepare(
    "insert or ignore into results (no, at_s, outcome, hold_s) values (?, max(?, (select rolled_until_s from schedule where no = ?)), ?, ?)",
  );
  const claimDue = sqlite.prepare<
    unknown[],
    { no: number }
  >(`update schedule set claim = @claim, claimed_until = @now + @graceMs + (
      select timeout_ms from checks where checks.no = schedule.no)
    where no in (select no from schedule where is_active = 1 and is_hanging = @isHanging and due_at <= @now
      and (claimed_until is null or claimed_until <= @now) order by priority, due_at limit @limit)
    returning no`);
  const read = sqlite.prepare<
    unknown[],
    ClaimedRow
  >(`select c.no, c.check_id as id, c.kind, c.target_type as targetType, c.target_id as targetId,
      c.address, c.interval_s as intervalS, c.timeout_ms as timeoutMs, c.config, c.secret, c.quiet_from_s as quietFrom,
      c.quiet_until_s as quietUntil, s.due_at as dueAt, s.asked_at as askedAt, s.is_hanging as isHanging, s.state,
      s.outcome, s.facts, s.claim, s.priority, c.priority as basePriority, c.vantage,
      case when c.vantage is not null then (
        select p.state from point_states p where p.no = c.no and p.point = '${portalPoint}') end as ownState
    from schedule s join checks c on c.no = s.no where s.no = +?`);
  const find = sqlite.prepare<unknown[], number>("select no from checks where check_id = ?").pluck();
  const free = sqlite.prepare("update schedule set claim = null, claimed_until = null where claim is not null");
  const give = sqlite.prepare(
    "update schedule set claim = null, claimed_until = null, due_at = max(due_at, ?) where no = ? and claim = ?",
  );
  const lastSeen = sqlite.prepare<unknown[], number | null>("select max(seen_at) from schedule").pluck();
  const lastClaim = sqlite.prepare("select coalesce(max(claim), 0) from schedule").pluck();
  const oldestDue = sqlite
    .prepare<
      unknown[],
      number
    >(`select due_at from schedule where is_active = 1 and is_hanging = ? and due_at <= ? and claim is null
      order by due_at limit 1`)
    .pluck();
  const rates = sqlite.prepare<unknown[], { isHanging: number; rate: number }>(
    "select s.is_hanging as isHanging, sum(1.0 / c.interval_s) as rate from schedule s join checks c on c.no = s.no where s.is_active = 1 group by s.is_hanging",
  );
  return {
    upsert,
    known,
    insert,
    update,
    mark,
    claimDue,
    read,
    find,
    free,
    give,
    lastSeen,
    lastClaim,
    oldestDue,
    rates,
  };
}

interface ClaimedRow extends Omit<Claimed, "target" | "state" | "facts" | "isHanging" | "vantage"> {
  targetType: CheckTargetType;
  targetId: string;
  state: string | null;
  facts: string | null;
  isHanging: number;
  vantage: string | null;
  ownState: string | null;
}

function toClaimed({ targetType, targetId, facts, isHanging, vantage, ownState, ...row }: ClaimedRow): Claimed {
  const state = ownState ?? row.state;
  return {
    ...row,
    target: { type: targetType, id: targetId },
    quietFrom: row.quietFrom === null ? null : row.quietFrom * 1000,
    quietUntil: row.quietUntil === null ? null : row.quietUntil * 1000,
    state: state ? { ...newCheckState, ...JSON.parse(state) } : newCheckState,
    facts: facts ? JSON.parse(facts) : {},
    isHanging: isHanging === 1,
    vantage: vantage ? parseOwnJson<Vantage>(vantage) : null,
  };
}
