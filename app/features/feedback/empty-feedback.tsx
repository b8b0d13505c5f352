import { Link } from "@remix-run/react";
import { List, MessageSquarePlus } from "lucide-react";
import { feedback } from "../../../contract/feedback/feedback.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { EmptyState, type Way } from "../../ui/placeholders/empty-state.tsx";

/** A portal in which nobody has said anything yet, or in which nothing is planned. */
export function EmptyFeedback({ isRoadmap }: { isRoadmap: boolean }) {
  const role = useRole();
  const ways: Way[] = [];
  if (isRoadmap)
    ways.push({ icon: List, title: "Zum Board", text: "Alles, was gemeldet wurde", href: "/feedback?layout=board" });
  if (hasAbility(role, "editRecords"))
    ways.push({
      icon: MessageSquarePlus,
      title: "Feedback geben",
      text: "Ein Fehler, eine Idee, eine Frage oder ein Lob",
      href: "/feedback/new",
    });
  return (
    <EmptyState
      title={isRoadmap ? "Noch nichts geplant." : feedback.labels.emptyTitle}
      text={isRoadmap ? "Sobald etwas geplant ist, steht hier, was wann kommt." : feedback.labels.emptyText}
      ways={ways}
      className="mt-16 md:mt-[104px]"
      renderLink={(href, link) => (
        <Link key={href} to={href} className={link.className}>
          {link.children}
        </Link>
      )}
    />
  );
}
