import { decisionOf, isLeaving } from "../../../contract/terms/record-term.ts";
import { termFieldsOf } from "../../../contract/terms/term-types.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import type { Tx } from "../../db/transact.ts";
import type { RegistrarDomain } from "../../lookups/registrars/connector.ts";
import { storeOf } from "../../records/registry.ts";
import type { Values } from "../../records/store.ts";
import { readStored } from "../../records/stored.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import { feedTerm } from "../terms/feed-term.ts";
import { writeUnattended } from "../terms/write-unattended.ts";

interface Target {
  domainId: string;
  registrarAccountId: string;
}

/**
 * Lets what a registrar says of a domain decide about it: its account and what it costs where nobody has entered them,
 * and its dates by how reliable their source is. A domain that the portal has in another account is left alone. One that
 * renewed itself by what the registrar said before, and does not any more, is told of.
 */
export async function feedDomain(
  tx: Tx,
  target: Target,
  said: RegistrarDomain,
  before: RegistrarDomain | null = null,
): Promise<void> {
  const { domainId: id, registrarAccountId } = target;
  const stored = await readStored(tx.db, storeOf("domain"), id);
  if (!stored || stored.archivedAt) return;
  const { values } = stored;
  if (values.registrarAccountId !== null && values.registrarAccountId !== registrarAccountId) return;
  const filled: Values = {};
  if (values.registrarAccountId === null) filled.registrarAccountId = registrarAccountId;
  const { price } = said;
  if (values.costCents === null && price?.currency === "EUR")
    filled.costCents = Math.round((price.cents * 12) / price.months);
  if (Object.keys(filled).length > 0) await writeUnattended(tx, "domain", stored, filled);
  const { registeredOn, renewsOn, autoRenew } = said;
  const isFed = await feedTerm(tx, { type: "domain", id }, "registrar", {
    start: registeredOn,
    end: renewsOn,
    autoRenew,
  });
  if (isFed || "costCents" in filled) await deriveDeadlines(tx, "domain", [id]);
  if (before?.autoRenew !== true || autoRenew !== false) return;
  await recordChangeEvents(tx, [
    {
      source: "registrar",
      kind: "renewal",
      target: { type: "domain", id },
      before: ["verlängert sich von selbst"],
      after: [renewsOn ? `endet am ${formatCalendarDate(renewsOn)}` : "endet"],
      isDecided: isLeaving(decisionOf(termFieldsOf("domain"), values)),
    },
  ]);
}
