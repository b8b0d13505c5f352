import { Link } from "@remix-run/react";
import type { ChatTarget } from "../../../contract/chats/chats.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { recordPath } from "../../records/record-path.ts";

/** What a chat is about, as a link where that has a page. */
export function ChatPlace({ target }: { target: ChatTarget | null }) {
  if (!target) return <>Chat im Team</>;
  const path = recordPath(target.type, target.id);
  const words = target.type === "page" ? target.title : `${declarationOf(target.type).labels.one} ${target.title}`;
  if (!path) return <>{words}</>;
  return (
    <Link to={path} title={words} className="hover:text-text-1 hover:underline">
      {words}
    </Link>
  );
}
