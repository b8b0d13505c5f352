import { NewFeedbackPage } from "../features/feedback/new-feedback-page.tsx";
import { newRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Feedback geben");

export const loader = newRecordLoader("feedback");

export default function NewFeedbackRoute() {
  return <NewFeedbackPage />;
}
