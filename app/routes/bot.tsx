import type { MetaFunction } from "@remix-run/node";
import { BotPage } from "../features/checks/bot-page.tsx";

export const handle = { secure: false };

export const meta: MetaFunction = () => [
  { title: "Besuch vom MEDIUM TechCenter" },
  { name: "robots", content: "noindex" },
];

/** Where the user agent of checks leads whoever finds it in their log. */
export default function BotRoute() {
  return <BotPage />;
}
