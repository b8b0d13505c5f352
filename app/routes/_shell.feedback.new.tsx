import { NewFeedbackPage } from "../features/feedback/form/new-feedback-page.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { newRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Feedback geben");

export const loader = newRecordLoader("feedback");

export default function NewFeedbackRoute() {
  return <NewFeedbackPage />;
}
