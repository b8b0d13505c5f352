import { EditFeedbackPage } from "../features/feedback/form/edit-feedback-page.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { editRecordLoader } from "../records/form/form-loaders.ts";

export const meta = () => pageTitle("Feedback bearbeiten");

export const loader = editRecordLoader("feedback");

export default function EditFeedbackRoute() {
  return <EditFeedbackPage />;
}
