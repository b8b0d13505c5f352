import type { LoaderFunctionArgs } from "@remix-run/node";

/** Some pages of an account are its person's alone; for everybody else they do not exist. */
export function refuseOthers({ context, params }: LoaderFunctionArgs): void {
  if (context.session?.user.id !== params.id) throw new Response("Diese Seite gibt es nicht.", { status: 404 });
}
