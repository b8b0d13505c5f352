import { systemContext, transact } from "../../../server/db/transact.ts";
import { keepRun } from "../../../server/features/legal/keep.ts";
import { resultOf } from "../../../server/lookups/legal/run.ts";
import type { Office } from "../office.ts";
import { imprintWith } from "./site.ts";

/** Keeps a run over a website whose imprint names the TMG, or one that could check nothing. */
export async function keepLegalRun(
  { services }: Pick<Office, "services">,
  websiteId: string,
  { uncheckable }: { uncheckable?: string } = {},
): Promise<void> {
  const result = uncheckable
    ? ({ state: "uncheckable", reason: uncheckable } as const)
    : resultOf(imprintWith("§ 5 DDG", "§ 5 TMG"));
  await transact(systemContext(services), (tx) => keepRun(tx, websiteId, result, { before: null }));
}
