import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { useShortcut } from "../../lib/shortcuts.ts";

export const feedbackShortcut = "mod+shift+f";

/** How everybody who may opens the form from anywhere; undefined for those who may not. */
export function useGiveFeedback(): (() => void) | undefined {
  const mayGive = hasAbility(useRole(), "editRecords");
  return mayGive ? giveFeedback : undefined;
}

/** Opens the form over the page that is shown. */
export function giveFeedback(): void {
  void import("./form/open-give-feedback.tsx").then(({ openGiveFeedback }) => openGiveFeedback());
}

/** Hears the shortcut on every page. */
export function useFeedbackShortcut(): void {
  const give = useGiveFeedback();
  useShortcut(feedbackShortcut, () => give?.());
}
