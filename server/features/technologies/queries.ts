import type { z } from "zod";
import type { oneTarget } from "../../../contract/lookups/lookups.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { TechnologyView, WebsiteScan } from "../../../contract/technologies/views.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { releasesAsOf } from "../end-of-life/refresh.ts";
import { judgeSoftware, judgeTechnologies } from "../end-of-life/software-state.ts";
import { readLookup } from "../lookups/queries.ts";
import type { Detected } from "./software.ts";

/** What a website is made of, how that was seen, and how up to date it is. Throws not_found. */
export async function readTechnologies(ctx: RecordContext, { id }: z.infer<typeof oneTarget>): Promise<TechnologyView> {
  if (!(await isReadable(ctx.db, { type: "website", id }, ctx.person))) throw notFound();
  const website = await ctx.db
    .selectFrom("websites")
    .select(["cms", "cmsVersion", "phpVersion", "detected"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!website) throw notFound();
  const looked = await readLookup<WebsiteScan>(ctx.db, "technologies", id);
  const { cms, cmsVersion, phpVersion } = website;
  const detected = parseOwnJson<Detected>(website.detected);
  const today = portalDate(ctx.now());
  const scan = looked?.answer ?? null;
  const line = (name: string, version: string | null, isManual: boolean) => ({
    name,
    version,
    isManual,
    ...judgeSoftware(name, version, today),
  });
  return {
    lookup: looked?.state ?? null,
    scan,
    states: judgeTechnologies(scan?.technologies ?? [], today),
    releasesAsOf: await releasesAsOf(ctx.db),
    software: [
      ...(cms
        ? [line(cms, cmsVersion, cms !== detected.cms || (cmsVersion ?? "") !== (detected.cmsVersion ?? ""))]
        : []),
      ...(phpVersion ? [line("PHP", phpVersion, phpVersion !== detected.phpVersion)] : []),
    ],
  };
}
