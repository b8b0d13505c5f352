import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import type { ListType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { prefill, queryKeys } from "../../lib/api/prefill.ts";
import type { RecordTab } from "./record-tab.ts";

type Reads = Parameters<typeof prefill>[0];

/** Reads what the first paint of a record's page shows, with what its type alone shows; 404 for what is not there. */
export const recordLoader =
  (type: ListType, further: (api: LoaderFunctionArgs["context"]["api"], id: string) => Reads = () => []) =>
  async ({ context: { api }, params: { id = "" }, request }: LoaderFunctionArgs) => {
    // Every type's procedures have the same shapes.
    const reading = api[type].get({ id });
    const keys = queryKeys[type as "website"];
    // Under the id of a record that was merged into another one stands that one.
    const found = await reading.catch(() => undefined);
    if (found && found.id !== id) throw redirect(request.url.replace(id, found.id));
    const [state, title] = await Promise.all([
      prefill([
        [keys.get.queryKey({ id }), reading],
        [queryKeys.relation.list.queryKey({ type, id }), api.relation.list({ type, id })],
        ...further(api, id),
      ]),
      reading.then((record) => record.title).catch(() => undefined),
    ]);
    return { state, title };
  };

/** Refuses tabs that this type does not have. */
export const tabLoader =
  (tabs: readonly RecordTab[]) =>
  ({ params: { tab: key }, context: { session } }: LoaderFunctionArgs) => {
    const tab = tabs.find((each) => each.key === key);
    const isShown = tab && (!tab.ability || (session && hasAbility(session.user.role, tab.ability)));
    if (key === "files" || key === "history" || isShown) return null;
    throw new Response("Diesen Reiter gibt es nicht.", { status: 404 });
  };

export type RecordLoader = ReturnType<typeof recordLoader>;
export type RecordMeta = MetaFunction<RecordLoader>;
