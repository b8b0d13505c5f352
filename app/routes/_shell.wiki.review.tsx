import { redirect } from "@remix-run/node";

export function loader() {
  return redirect("/wiki/all?view=review");
}
