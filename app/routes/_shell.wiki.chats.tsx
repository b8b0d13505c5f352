import { ChatsPage } from "../features/chats/chats-page.tsx";
import { pageTitle } from "../lib/page-title.ts";

export { WikiProblem as ErrorBoundary } from "../features/wiki/frame/wiki-problem.tsx";

export const meta = () => pageTitle("Chats");

export default function ChatsRoute() {
  return <ChatsPage />;
}
