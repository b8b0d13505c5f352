import { portalMoment } from "../../../contract/time/portal-time.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { type Bucket, bucketOf } from "./buckets.ts";
import type { StoreFile } from "./open-store.ts";
import { carried, type HotRow, type Rolling, toResult } from "./roll-up.ts";

/** What the days of a check come to, up to when it was last seen, beyond the hours that are summed up. */
export function openRunningDays(sqlite: StoreFile): (no: number) => { day: string; bucket: Bucket }[] {
  const unsummed = sqlite.prepare<unknown[], Rolling & { seenAt: number | null }>(`select no, seen_at as seenAt,
      rolled_until_s as rolledUntilS, carry_at_s as carryAtS, carry_outcome as carryOutcome, carry_hold_s as carryHoldS, uptime
    from schedule where no = ?`);
  const since = sqlite.prepare<unknown[], HotRow>(`select at_s as atS, outcome, hold_s as holdS,
      http_status as httpStatus, dns, connect, tls, ttfb, total from results where no = ? and at_s >= ? order by at_s`);
  return (no) => {
    const check = unsummed.get(no);
    const untilS = Math.floor((check?.seenAt ?? 0) / 1000);
    if (!check || untilS <= check.rolledUntilS) return [];
    const fresh = since.all(no, check.rolledUntilS).map(toResult);
    const carry = carried(check);
    const seen = carry ? [carry, ...fresh] : fresh;
    const parts: { day: string; bucket: Bucket }[] = [];
    for (let startS = carry ? check.rolledUntilS : (fresh[0]?.atS ?? untilS); startS < untilS; ) {
      const day = portalDate(new Date(startS * 1000));
      const endS = Math.min(untilS, portalMoment(addDays(day, 1), "00:00").getTime() / 1000);
      const bucket = bucketOf(seen, startS, endS);
      if (bucket.count > 0 || bucket.spans.unknown < endS - startS) parts.push({ day, bucket });
      startS = endS;
    }
    return parts;
  };
}
