import { EntryOverview } from "../features/feedback/entry-overview.tsx";

export default function FeedbackOverviewRoute() {
  return <EntryOverview />;
}
