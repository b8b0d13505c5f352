import { sql } from "kysely";
import { domains as declaration } from "../../../contract/domains/domains.ts";
import { registrationStates } from "../../../contract/domains/registration-states.ts";
import { freeLabel } from "../../../contract/registrations/registrations.ts";
import { endingSettingsOf } from "../../../contract/settings/domains.ts";
import { addDays, addMonths, portalDate } from "../../../contract/time/today.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import { daysBetween } from "../../db/dialect/dates.ts";
import { isLike } from "../../db/dialect/text.ts";
import type { Tx } from "../../db/transact.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { withFollowers } from "../follows/with-followers.ts";
import { lookNow } from "../lookups/look-now.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";
import { withCustomer } from "../terms/looked-after.ts";

const termCost = {
  cents: sql`record.cost_cents * coalesce(record.period_months, 12) / 12`,
  direction: "cost",
} as const;

const terms = termHooks("domain");

/** Of the websites under a domain the certificate that ends first, and how long it lasts. */
const firstCertificate = (column: "certificate_expires_at" | "certificate_level") => sql`select w.${sql.raw(column)}
  from website_domains as l inner join websites as w on w.id = l.website_id
  where l.domain_id = record.id and w.archived_at is null and w.certificate_expires_at is not null
  order by w.certificate_expires_at, w.id limit 1`;

export const domains = withFollowers(
  {
    declaration,
    table: "domains",
    ranks: { state: "stateRank" },
    unique: [["nameAce"]],
    derived: {
      websiteCount: () =>
        sql`select count(*) from website_domains as l inner join websites as w on w.id = l.website_id where l.domain_id = record.id and w.archived_at is null`,
      registration: (today) => sql`case
        when record.renew_decision in ('cancel', 'handOver') and coalesce(record.ends_at, record.renews_at) <= ${today}
          and record.delegation is distinct from 'delegated' then 'cancelled'
        when record.registry_status = ${freeLabel} then 'free'
        when ${isLike(sql`record.registry_status`, `%${registrationStates.redemption}%`)} then 'redemption'
        when ${isLike(sql`record.registry_status`, "%transit%")} then 'transit'
        when record.nis2_status = 'quarantine' then 'quarantine'
        when record.delegation = 'notDelegated' then 'notDelegated'
        when record.registry_expires_at < ${today} then 'expired'
        when record.moving_until >= ${today} then 'moving'
        when record.renew_decision = 'cancel' then 'cancelled'
        when record.delegation = 'delegated' or record.registry_status is not null or record.registry_expires_at is not null
          then 'active'
        else 'unknown' end`,
      holderReminderDue: (today) => sql`case when record.holder_email is null then 0
        when coalesce(record.last_holder_reminder_at, '') < ${addMonths(today, -12)} then 1 else 0 end`,
      daysLeft: (today) => sql`cast(${daysBetween(today, sql`record.renews_at`)} as integer)`,
      certificateExpiresAt: () => firstCertificate("certificate_expires_at"),
      certificateLevel: () => firstCertificate("certificate_level"),
      marginCents: () => sql`record.price_cents - record.cost_cents`,
    },
    uniqueOf: ({ name }) => ({ nameAce: aceOf(name) }),
    deadlines: { ...withCustomer("domains"), amounts: { domainRenewal: termCost, domainCancel: termCost } },
    async complete(tx, _ctx, given, before) {
      const usual = await withEndingDefaults(tx, await withAccountDefaults(tx, given, before), before);
      const values = await withHolderDeadline(tx, usual, before);
      const nameAce = aceOf(values.name);
      const name = toUnicodeDomain(nameAce);
      const tld = name.split(".").slice(1).join(".");
      return completeTermOf(tx, "domain", { ...values, nameAce, name, tld }, before);
    },
    ...terms,
    async afterUpdate(tx, ctx, record) {
      await terms.afterUpdate?.(tx, ctx, record);
      const { id, values, before } = record;
      const isSwitchedOn = values.watchesLookalikes === true && before.values.watchesLookalikes !== true;
      // Its new customer may want it for all domains.
      if (isSwitchedOn || values.customerId !== before.values.customerId) await lookNow(tx, "lookalikes", [id]);
      if (values.holderEmail !== before.values.holderEmail) await lookNow(tx, "holderMail", [id]);
    },
  },
  "domain",
);

const aceOf = (name: unknown) => registrableDomain(String(name)) ?? String(name);

/** Takes term and notice from a registrar account that a domain comes to, where nobody entered them. */
async function withAccountDefaults(tx: Tx, values: Values, before: Stored | undefined): Promise<Values> {
  const { registrarAccountId } = values;
  if (typeof registrarAccountId !== "string" || registrarAccountId === before?.values.registrarAccountId) return values;
  const account = await tx.db
    .selectFrom("registrarAccounts")
    .select(["defaultPeriodMonths", "defaultNoticeDays"])
    .where("id", "=", registrarAccountId)
    .executeTakeFirst();
  return {
    ...values,
    periodMonths: values.periodMonths ?? account?.defaultPeriodMonths ?? null,
    noticeDays: values.noticeDays ?? (values.noticeMonths === null ? (account?.defaultNoticeDays ?? null) : null),
  };
}

/** A new domain has the term, notice and prices that are usual for its ending, where neither person nor account says. */
async function withEndingDefaults(tx: Tx, values: Values, before: Stored | undefined): Promise<Values> {
  if (before) return values;
  const { endings } = await readSettings(tx.db, "domains");
  const usual = endingSettingsOf(endings, toUnicodeDomain(aceOf(values.name)));
  if (!usual) return values;
  return {
    ...values,
    periodMonths: values.periodMonths ?? usual.periodMonths,
    noticeDays: values.noticeDays ?? ((values.noticeMonths ?? null) === null ? usual.noticeDays : null),
    costCents: values.costCents ?? usual.costCents,
    priceCents: values.priceCents ?? usual.priceCents,
  };
}

/** Once a registry asks a holder to confirm, the time that it gives runs, unless somebody entered its end. */
async function withHolderDeadline(tx: Tx, values: Values, before: Stored | undefined): Promise<Values> {
  if (!isAsking(values)) return values;
  if (before && isAsking(before.values) && !isAskedAgain(tx, values, before)) return values;
  // What was confirmed before says nothing of this question.
  const unverified = { ...values, nis2VerifiedAt: null };
  const isEntered =
    typeof values.nis2DeadlineAt === "string" && values.nis2DeadlineAt !== before?.values.nis2DeadlineAt;
  if (isEntered) return unverified;
  // When a question ended that is over already, only a person knows.
  if (values.nis2Status !== "requested") return { ...unverified, nis2DeadlineAt: null };
  const { confirmDays } = await readSettings(tx.db, "domains");
  const isAsked = values.nis2RequestedAt !== before?.values.nis2RequestedAt;
  const entered = isAsked && typeof values.nis2RequestedAt === "string" ? values.nis2RequestedAt : undefined;
  const from = entered ?? portalDate(tx.now());
  return { ...unverified, nis2RequestedAt: from, nis2DeadlineAt: addDays(from, confirmDays) };
}

/** Whether a registry asks once more after a question that is over; what was set by mistake and back is the same one. */
function isAskedAgain(tx: Tx, values: Values, { values: before }: Stored): boolean {
  if (values.nis2Status !== "requested" || before.nis2Status === "requested") return false;
  const isMissed = typeof before.nis2DeadlineAt === "string" && before.nis2DeadlineAt < portalDate(tx.now());
  return isMissed || values.nis2RequestedAt !== before.nis2RequestedAt;
}

/** Whether the registry waits for an answer of the holder. */
const isAsking = ({ nis2Status }: Values) =>
  nis2Status === "requested" || nis2Status === "overdue" || nis2Status === "quarantine";
