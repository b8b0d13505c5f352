import type { MailCheck, MailFacts } from "./mail.ts";
import { catchAllOf, parseSpf, type SpfQualifier, type SpfRecord } from "./spf.ts";

const maxSpfLookups = 10;

/** How well a domain says who may send in its name. */
export function judgeSpf(domain: string, spf: readonly string[], facts: MailFacts, hasMail: boolean): MailCheck {
  const common = {
    ...({ key: "spf", label: "SPF" } as const),
    advice: "Nennt die Server, die im Namen der Domain senden dürfen. „-all“ am Ende verbietet alle anderen.",
  };
  const [first, ...more] = spf;
  const proposal = { name: domain, type: "TXT", value: hasMail ? "v=spf1 mx ~all" : "v=spf1 -all" } as const;
  if (first === undefined) return { ...common, state: "bad", text: "Kein SPF-Eintrag.", proposal };
  const corrected = { ...proposal, value: withoutStrangers(spf, hasMail) };
  if (more.length > 0)
    return {
      ...common,
      state: "bad",
      text: `${spf.length} SPF-Einträge: Gültig ist nur einer, so gilt keiner.`,
      proposal: corrected,
    };
  const say = (state: MailCheck["state"], why: string) => ({ ...common, state, text: `${first} – ${why}` });
  const read = parseSpf(first);
  if (!("value" in read)) return say("bad", read.problem);
  const record = read.value;
  const catchAll = catchAllIn(record, facts);
  if (catchAll === "+") {
    const own = catchAllOf(record);
    if (own?.name === "all")
      return { ...say("bad", "„+all“ erlaubt jedem, im Namen der Domain zu senden."), proposal: corrected };
    const by = own ? "ein Netz, das alle Adressen umfasst," : "„include“ oder „redirect“";
    return say("bad", `erlaubt über ${by} jedem, im Namen der Domain zu senden.`);
  }
  if (facts.spfProblem) return say("bad", facts.spfProblem);
  if (facts.spfLookups !== null && facts.spfLookups > maxSpfLookups)
    return say("bad", `${facts.spfLookups} Nachschlagevorgänge; erlaubt sind ${maxSpfLookups}.`);
  const counted = facts.spfLookups === null ? "" : `${facts.spfLookups} von ${maxSpfLookups} Nachschlagevorgängen`;
  if (record.hasIgnored)
    return { ...say("warn", `Was hinter „all“ steht, beachtet niemand. ${counted}`.trim()), proposal: corrected };
  if (catchAll === null || catchAll === "?") {
    const open = say("warn", `endet nicht mit „-all“ oder „~all“. ${counted}`.trim());
    // An „all“ of its own would make receivers ignore the redirect.
    return record.redirect === null ? { ...open, proposal: corrected } : open;
  }
  return say("ok", counted || "in Ordnung");
}

/** What becomes of senders that nothing names; null where nothing says so, undefined where it is not known. */
function catchAllIn(record: SpfRecord, { spfCatchAll, spfLookups }: MailFacts): SpfQualifier | null | undefined {
  const found = spfCatchAll ?? catchAllOf(record)?.qualifier;
  if (found || record.redirect === null) return found ?? null;
  const isFollowed = spfLookups !== null && spfCatchAll !== undefined && !record.redirect.includes("%");
  return isFollowed ? null : undefined;
}

/** Whether a domain's only SPF record refuses whom it does not name. */
export function refusesStrangers([first = "", ...more]: readonly string[], facts: MailFacts): boolean {
  const read = parseSpf(first);
  return more.length === 0 && "value" in read && catchAllIn(read.value, facts) === "-";
}

/** Everything that records of SPF allow by name in one record, which allows nobody else. */
function withoutStrangers(spf: readonly string[], hasMail: boolean): string {
  const terms = spf.flatMap((text) => text.trim().split(/\s+/).slice(1));
  const named = [...new Set(terms.filter((term) => !/^[-+~?]?all$/i.test(term)))];
  return ["v=spf1", ...named, hasMail ? "~all" : "-all"].join(" ");
}
