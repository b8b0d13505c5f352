import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field, Output, Ref } from "../../../contract/records/fields.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import type { PageType, RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { prefill, queryKeys } from "../../lib/api/prefill.ts";
import { refuseWithout } from "../../lib/people/refuse-without.ts";
import { duplicateOf } from "./duplicate.ts";
import { openedSections } from "./opened-sections.ts";

/** The loader of a page that creates a record of this type. */
export const newRecordLoader =
  (type: PageType) =>
  async ({ context, request }: LoaderFunctionArgs) => {
    refuseWithout("editRecords", { context });
    const original = new URL(request.url).searchParams.get("from");
    return {
      opened: openedSections(request),
      prefill: {
        ...(original && duplicateOf(await getOriginal(context, type, original))),
        ...(await prefillFromUrl(context, type, request.url)),
      },
    };
  };

/** The loader of a page that edits a record of this type. */
export const editRecordLoader =
  (type: PageType) =>
  async ({ context, request, params: { id = "" } }: LoaderFunctionArgs) => {
    refuseWithout("editRecords", { context });
    const record = context.api[type].get({ id });
    const state = await prefill([[queryKeys[type as "website"].get.queryKey({ id }), record]]);
    return { opened: openedSections(request), state };
  };

/** The record that `?from=…` duplicates; ends the page with 404 without one. */
async function getOriginal({ api }: AppLoadContext, type: PageType, id: string): Promise<RecordRow> {
  try {
    return await api[type].get({ id });
  } catch {
    throw new Response("Diesen Eintrag gibt es nicht.", { status: 404 });
  }
}

/**
 * What `/websites/new?url=…&customerId=…` starts a new record with. Names of fields that do not exist and references to
 * what is gone are left out.
 */
async function prefillFromUrl(context: AppLoadContext, type: RecordType, url: string): Promise<Record<string, Output>> {
  const { fields } = declarationOf(type);
  const given = [...new URL(url).searchParams].filter(([name]) => Object.hasOwn(fields, name));
  const values = await Promise.all(
    given.map(async ([name, text]) => [name, await read(context, fieldNamed(fields, name), text)] as const),
  );
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

async function read(context: AppLoadContext, field: Field, text: string): Promise<Output | undefined> {
  if (field.kind === "relation") return readRef(context, field.to, text);
  if (field.kind === "links") {
    const ref = await readRef(context, field.to, text);
    return ref && [{ ...ref, role: Object.keys(field.roles)[0] ?? "" }];
  }
  if (field.kind === "choice") return Object.hasOwn(field.options, text) ? text : undefined;
  if (field.kind === "flag") return text === "true";
  if (field.kind === "texts") return text.split(",").filter(Boolean);
  if (field.kind === "text" || field.kind === "date" || field.kind === "markdown") return text;
  return undefined;
}

async function readRef({ api }: AppLoadContext, to: RecordType | "user", id: string): Promise<Ref | undefined> {
  try {
    const label = to === "user" ? (await api.user.getUser({ id })).name : (await api[to].get({ id })).title;
    return { id, label };
  } catch {
    return undefined;
  }
}
