import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** Lists lead here to edit a record; a page of the wiki is written where it is read. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/wiki/${encodeURIComponent(params.page ?? "")}?edit`);
}
