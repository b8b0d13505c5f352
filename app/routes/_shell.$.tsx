import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Nicht gefunden");

export function loader() {
  throw new Response(null, { status: 404 });
}

/** Never on screen: the loader always ends in the boundary of the shell. */
export default function MissingPage() {
  return null;
}
