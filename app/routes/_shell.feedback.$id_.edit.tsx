import { EditFeedbackPage } from "../features/feedback/edit-feedback-page.tsx";
import { editRecordLoader } from "../features/records/form/form-loaders.ts";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Feedback bearbeiten");

export const loader = editRecordLoader("feedback");

export default function EditFeedbackRoute() {
  return <EditFeedbackPage />;
}
