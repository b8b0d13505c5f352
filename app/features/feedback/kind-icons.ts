import { Bug, CircleHelp, Heart, Lightbulb, type LucideIcon } from "lucide-react";
import type { feedbackKinds } from "../../../contract/feedback/feedback.ts";

export type FeedbackKind = keyof typeof feedbackKinds;

export const kindIcons: Record<FeedbackKind, LucideIcon> = {
  bug: Bug,
  idea: Lightbulb,
  question: CircleHelp,
  praise: Heart,
};
