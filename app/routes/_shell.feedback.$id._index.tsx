import { EntryOverview } from "../features/feedback/entry/entry-overview.tsx";

export default function FeedbackOverviewRoute() {
  return <EntryOverview />;
}
