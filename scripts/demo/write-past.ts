import { setImmediate } from "node:timers/promises";
import { certificateLevel } from "../../contract/checks/certificate.ts";
import { type CheckState, newCheckState } from "../../contract/checks/judge.ts";
import { dayMs } from "../../contract/time/durations.ts";
import type { ProbeOutcome } from "../../server/checks/probe.ts";
import { openSource } from "../../server/checks/source.ts";
import type { WantedCheck } from "../../server/checks/store/schedule.ts";
import { type Course, usualEpisodes } from "./course.ts";
import { beginOf, type LastSeen, openHistory } from "./history.ts";
import type { Stage, StagedCheck } from "./stage.ts";
import { hashOf, tempoOf } from "./tempo.ts";

/** How a check is now, where it is not just online. */
export type Present = Pick<CheckState, "status" | "since" | "cause"> & { text: string | null };

interface Known {
  present: ReadonlyMap<string, Present>;
  certificates: ReadonlyMap<string, NonNullable<ProbeOutcome["certificate"]>>;
}

/** Checks that one transaction writes; others are served between them. */
const atOnce = 20;

/** Writes what the checker would know by now, had it run for more than a year. */
export async function writePast(stage: Stage, known: Known): Promise<void> {
  const { store, present, checks } = stage;
  const nowS = Math.floor(present.getTime() / 1000);
  const wanted = await takeOver(stage);
  const numbers = store.sqlite.prepare("select no from checks where check_id = ?").pluck();
  const history = openHistory(store, nowS);
  const writeLast = openWriteLast(stage, known);
  const past = checks.filter(({ kind }) => kind !== "push");
  for (let start = 0; start < past.length; start += atOnce) {
    store.sqlite.transaction(() => {
      for (const check of past.slice(start, start + atOnce)) {
        const no = Number(numbers.get(check.id));
        const intervalS = wanted.get(check.id)?.intervalS ?? 300;
        const last = history.write({ no, name: check.name, course: courseOf(stage, check, intervalS, nowS) });
        writeLast(no, check, intervalS, last);
      }
    })();
    await setImmediate();
  }
}

/** The checks as the portal wants them, in the checker's own schedule. */
async function takeOver({ store, services, present }: Stage): Promise<Map<string, WantedCheck>> {
  const source = openSource(services.db);
  const wanted = await source.changedAfter({ revision: 0, id: "" }, 100_000);
  store.schedule.apply(wanted, present.getTime(), () => 0);
  const last = wanted.at(-1);
  if (last) store.setPosition({ revision: last.revision, id: last.id });
  return new Map(wanted.map((check) => [check.id, check]));
}

function courseOf(stage: Stage, { id, kind, name }: StagedCheck, intervalS: number, nowS: number): Course {
  const own = stage.episodes.get(id) ?? [];
  const hasUsual = kind === "http" && own.length < 3;
  const usual = hasUsual ? usualEpisodes(name, beginOf(nowS), nowS - 2 * 24 * 3600) : [];
  const coarse = Math.max(intervalS, 600);
  return {
    kind,
    tempo: tempoOf(name),
    episodes: [...usual, ...own].sort((one, other) => one.fromS - other.fromS),
    // Every minute of a month would only make the demo start later.
    steps: [
      { everyS: intervalS, untilAgoS: 36 * 3600 },
      { everyS: Math.max(intervalS, 300), untilAgoS: 8 * 24 * 3600 },
      { everyS: coarse, untilAgoS: Number.POSITIVE_INFINITY },
    ],
  };
}

function openWriteLast({ store, present }: Stage, { present: presents, certificates }: Known) {
  const write =
    store.sqlite.prepare(`update schedule set due_at = @dueAt, asked_at = null, state = @state, seen_at = @seenAt,
      outcome = @outcome, total_ms = @total, http_status = @httpStatus, code = @code, text = @text, facts = @facts,
      certificate_ends_at = @certificateEndsAt, uptime = @uptime, rolled_until_s = @rolledUntilS, carry_at_s = @carryAtS,
      carry_outcome = @carryOutcome, carry_hold_s = @carryHoldS where no = @no`);
  const see = store.sqlite.prepare(`insert or replace into certificates (no, fingerprint, seen_from, seen_until, facts)
    values (?, ?, ?, ?, ?)`);
  const now = present.getTime();
  return (no: number, check: StagedCheck, intervalS: number, { last, carry, ...seen }: LastSeen) => {
    const is = presents.get(check.id);
    const { text = null, ...own } = is ?? {};
    const certificate = check.kind === "tls" ? certificates.get(check.name) : undefined;
    const state: CheckState = {
      ...newCheckState,
      status: "online",
      since: now - 390 * dayMs,
      successes: 100,
      slow: "00000",
      countedAt: (last?.atS ?? 0) * 1000,
      ...own,
      ...(is?.cause === "slow" && { slow: "11111" }),
      ...(is?.status === "offline" && { failures: 30, successes: 0 }),
    };
    write.run({
      no,
      state: JSON.stringify(state),
      seenAt: (last?.atS ?? 0) * 1000,
      outcome: last?.outcome ?? "ok",
      total: last?.times[4] ?? null,
      httpStatus: last?.httpStatus ?? null,
      code: is?.cause ?? null,
      text,
      // What is due is spread, as it would be by now.
      dueAt: now + (hashOf(check.id) % intervalS) * 1000,
      facts: JSON.stringify(
        certificate
          ? { certificate: keptOf(certificate), certificateLevel: certificateLevel(certificate, new Date(now)) }
          : {},
      ),
      certificateEndsAt: certificate ? Date.parse(certificate.validTo) : null,
      uptime: seen.uptime,
      rolledUntilS: seen.rolledUntilS,
      carryAtS: carry?.atS ?? null,
      carryOutcome: carry?.outcome ?? null,
      carryHoldS: carry?.holdS ?? null,
    });
    if (!certificate) return;
    for (const { fingerprint, from, until, facts } of generationsOf(certificate, now))
      see.run(no, fingerprint, from, until, JSON.stringify(facts));
  };
}

type Certificate = NonNullable<ProbeOutcome["certificate"]>;

const keptOf = ({ fingerprint, keyFingerprint, issuer, validTo }: Certificate) => ({
  fingerprint,
  keyFingerprint,
  issuer,
  validTo,
});

/** The certificate that is shown now and the two before it, each renewed a month before its end. */
function generationsOf(certificate: Certificate, now: number) {
  const life = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
  const rhythm = life - 30 * dayMs;
  return [0, 1, 2].map((age) => {
    const shift = (moment: string) => new Date(Date.parse(moment) - age * rhythm).toISOString();
    const [validFrom, validTo] = [shift(certificate.validFrom), shift(certificate.validTo)];
    const from = Date.parse(validFrom) + 3_600_000;
    const facts =
      age === 0
        ? certificate
        : {
            ...certificate,
            validFrom,
            validTo,
            serial: hashOf(`${certificate.serial}${age}`).toString(16).padStart(8, "0"),
            fingerprint: rotated(certificate.fingerprint, age),
            keyFingerprint: rotated(certificate.keyFingerprint, age),
          };
    return { fingerprint: facts.fingerprint, from, until: age === 0 ? now : from + rhythm, facts };
  });
}

const rotated = (hex: string, by: number) => hex.slice(by * 7) + hex.slice(0, by * 7);
