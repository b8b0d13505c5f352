import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import type { CheckState } from "../../../contract/checks/judge.ts";
import type { CheckEventKind, CheckTargetType } from "../../../contract/checks/kinds.ts";
import { type CheckOutcome, checkOutcomes } from "../../../contract/checks/status.ts";
import { portalPoint } from "../../../contract/vantage-points/vantage-points.ts";
import type { StoreFile } from "./open-store.ts";
import type { Times } from "./packing.ts";
import type { openPoints } from "./points.ts";
import type { Claimed } from "./schedule.ts";

/** A result as it is written: with everything that follows from it, or not at all. */
export interface Conclusion {
  check: Pick<Claimed, "no" | "claim" | "id" | "target" | "intervalS" | "askedAt" | "vantage">;
  /** Somebody waits for it. */
  isAsked: boolean;
  at: number;
  outcome: CheckOutcome;
  times: Times;
  httpStatus: number | null;
  code: string | null;
  text: string | null;
  state: CheckState;
  dueAt: number;
  priority: number;
  isHanging: boolean;
  facts: Record<string, unknown>;
  certificate: CertificateFacts | null;
  events: readonly NewEvent[];
}

export interface NewEvent {
  kind: CheckEventKind;
  data: Record<string, unknown>;
}

const failed = checkOutcomes.indexOf("failed");
const unknown = checkOutcomes.indexOf("unknown");

const noTimes: Times = [null, null, null, null, null];

/** Writes results: the only way in which a check comes to rest. */
export function openResults(sqlite: StoreFile, points: ReturnType<typeof openPoints>) {
  const { update, insert, event, certificate, observe, restate, disown } = prepareStatements(sqlite);
  const writeEvent = (
    at: number,
    of: { id: string; target: { type: CheckTargetType; id: string } } | null,
    { kind, data }: NewEvent,
  ) => event.run(at, of?.id ?? null, of?.target.type ?? null, of?.target.id ?? null, kind, JSON.stringify(data));

  const writeResult = ({ check, at, outcome, httpStatus, times }: Conclusion, rolledUntilS: number) => {
    // Hours that are summed up already stay as they are.
    const atS = Math.max(Math.floor(at / 1000), rolledUntilS);
    insert.run(check.no, atS, checkOutcomes.indexOf(outcome), check.intervalS, httpStatus, ...times);
  };
  const writeCertificate = ({ check, at }: Conclusion, facts: CertificateFacts) =>
    certificate.run({ no: check.no, fingerprint: facts.fingerprint, at, facts: JSON.stringify(facts) });

  return {
    /**
     * Writes a batch in one transaction; a result whose claim somebody else has taken over meanwhile is dropped. Returns
     * how many were taken, and whether there were events.
     */
    save: sqlite.transaction((batch: readonly Conclusion[]) => {
      let taken = 0;
      let events = 0;
      for (const one of batch) {
        const { vantage } = one.check;
        const own = vantage && { vantage, point: portalPoint };
        const whole = own ? points.combine(one, own).whole : one;
        const row = update.get(restingRow(whole));
        if (!row) continue;
        taken += 1;
        if (own) points.keep(one, own);
        writeResult(whole, row.rolledUntilS);
        if (whole.certificate) writeCertificate(whole, whole.certificate);
        for (const each of whole.events) writeEvent(whole.at, whole.check, each);
        events += whole.events.length;
      }
      return { taken, events };
    }),
    /**
     * Writes what was found from elsewhere, within the caller's transaction; it needs no claim, because each vantage point
     * has a state of its own. Returns how many events there were.
     */
    observe(one: Conclusion, { point, takenAt }: { point: string; takenAt: number }): number {
      const { vantage } = one.check;
      if (!vantage) return 0;
      const { whole, isLead, isResult } = points.combine(one, { vantage, point });
      const columns = restingRow(whole);
      const certificateEndsAt = isLead ? columns.certificateEndsAt : null;
      const row = observe.get({ ...columns, certificateEndsAt, takenAt, isLead: isLead ? 1 : 0 });
      if (!row) return 0;
      points.keep(one, { vantage, point });
      if (isResult) writeResult(isLead ? whole : { ...whole, httpStatus: null, times: noTimes }, row.rolledUntilS);
      if (isLead && whole.certificate) writeCertificate(whole, whole.certificate);
      for (const each of whole.events) writeEvent(whole.at, whole.check, each);
      return whole.events.length;
    },
    /** Writes that a check has turned although nobody has looked: vantage points have fallen silent or are back. */
    restate(
      check: Pick<Claimed, "no" | "id" | "target">,
      { state, code, text, events }: Pick<Conclusion, "state" | "code" | "text" | "events">,
      at: number,
    ): void {
      restate.run(JSON.stringify(state), code, text, check.no);
      for (const each of events) writeEvent(at, check, each);
    },
    /**
     * Makes failures since a moment unknown: those of targets that were not down before, when nobody could reach them.
     * Takes targets as `type:id`.
     */
    disown: sqlite.transaction((targets: readonly string[], since: number) => {
      for (const target of targets) disown.run({ target, sinceS: Math.floor(since / 1000), failed, unknown });
    }),
    /** Writes what concerns no single check. */
    tell: (at: number, told: NewEvent) => void writeEvent(at, null, told),
    /**
     * Has the next event come after those that readers have seen already: a file that lost its end, or was restored from
     * a backup, must not use their numbers again.
     */
    continueAfter(eventId: number) {
      const last = sqlite
        .prepare("select coalesce(max(seq), 0) from sqlite_sequence where name = 'events'")
        .pluck()
        .get();
      if (Number(last) >= eventId) return;
      sqlite.prepare("delete from sqlite_sequence where name = 'events'").run();
      sqlite.prepare("insert into sqlite_sequence (name, seq) values ('events', ?)").run(eventId);
    },
  };
}

/** What the schedule says of a check that has come to rest. */
function restingRow({ check, ...one }: Conclusion) {
  return {
    no: check.no,
    claim: check.claim,
    at: one.at,
    outcome: one.outcome,
    dueAt: one.dueAt,
    priority: one.priority,
    total: one.times[4],
    httpStatus: one.httpStatus,
    code: one.code,
    text: one.text,
    askedAt: check.askedAt ?? 0,
    isHanging: one.isHanging ? 1 : 0,
    state: JSON.stringify(one.state),
    facts: JSON.stringify(one.facts),
    certificateEndsAt: one.certificate ? Date.parse(one.certificate.validTo) : null,
    // One failure says little: it may have been that of the portal's own connection.
    firstUptime: one.outcome === "ok" || one.outcome === "degraded" ? 10_000 : null,
  };
}

function prepareStatements(sqlite: StoreFile) {
  const update = sqlite.prepare<
    unknown[],
    { rolledUntilS: number }
  >(`update schedule set claim = null, claimed_until = null,
      due_at = case when coalesce(asked_at, 0) > @askedAt then @at else @dueAt end,
      priority = case when coalesce(asked_at, 0) > @askedAt then 0 else @priority end, is_hanging = @isHanging, state = @state, seen_at = @at, outcome = @outcome, total_ms = @total,
      http_status = @httpStatus, code = @code, text = @text, facts = @facts,
      certificate_ends_at = coalesce(@certificateEndsAt, certificate_ends_at),
      uptime = coalesce(uptime, @firstUptime)
    where no = @no and claim = @claim returning rolled_until_s as rolledUntilS`);
  const insert =
    sqlite.prepare(`insert or ignore into results (no, at_s, outcome, hold_s, http_status, dns, connect, tls,
      ttfb, total) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const event = sqlite.prepare(
    "insert into events (at, check_id, target_type, target_id, kind, data) values (?, ?, ?, ?, ?, ?)",
  );
  const certificate = sqlite.prepare(`insert into certificates (no, fingerprint, seen_from, seen_until, facts)
    values (@no, @fingerprint, @at, @at, @facts)
    on conflict (no, fingerprint) do update set seen_until = excluded.seen_until, facts = excluded.facts`);

  const observe = sqlite.prepare<
    unknown[],
    { rolledUntilS: number }
  >(`update schedule set state = @state, outcome = @outcome, code = @code, text = @text,
      seen_at = max(coalesce(seen_at, 0),
        case when coalesce(asked_at, 0) > @at then min(@takenAt, asked_at - 1) else @takenAt end),
      due_at = case is_active when 1 then due_at else @dueAt end,
      priority = case is_active when 1 then priority else @priority end,
      total_ms = case @isLead when 1 then @total else total_ms end,
      http_status = case @isLead when 1 then @httpStatus else http_status end,
      facts = case @isLead when 1 then @facts else facts end,
      certificate_ends_at = coalesce(@certificateEndsAt, certificate_ends_at), uptime = coalesce(uptime, @firstUptime)
    where no = @no returning rolled_until_s as rolledUntilS`);
  const restate = sqlite.prepare("update schedule set state = ?, code = ?, text = ? where no = ?");

  const disown = sqlite.prepare(`update results set outcome = @unknown where outcome = @failed and at_s >= @sinceS
    and no in (select c.no from checks as c inner join schedule as s on s.no = c.no
      where c.target_type || ':' || c.target_id = @target and s.state ->> 'status' is not 'offline')`);
  return { update, insert, event, certificate, observe, restate, disown };
}
