import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Feedback");

export default function FeedbackPage() {
  return (
    <EmptyPage
      title="Feedback"
      missing="Noch kein Feedback."
      next="Sobald jemand etwas meldet, steht hier, was euch an euren Werkzeugen stört und was daraus geworden ist."
    />
  );
}
