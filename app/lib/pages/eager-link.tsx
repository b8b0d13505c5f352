import { type LinkProps, useLocation } from "@remix-run/react";
import { useState } from "react";
import { Link } from "./link.tsx";

/**
 * A way to a page that is likely to be taken: its data and scripts are fetched when somebody comes near, and at the latest
 * with the press. Remix waits a tenth of a second for both, within which most presses are over.
 */
export function EagerLink(props: Omit<LinkProps, "prefetch" | "onPointerDown">) {
  const { key } = useLocation();
  const [pressedAt, setPressedAt] = useState<string>();
  // Once somewhere else, it waits for somebody to come near again.
  return <Link {...props} prefetch={pressedAt === key ? "render" : "intent"} onPointerDown={() => setPressedAt(key)} />;
}
