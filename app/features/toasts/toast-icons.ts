import {
  LogIn,
  type LucideIcon,
  MessageSquareCheck,
  MessageSquarePlus,
  MessagesSquare,
  RefreshCw,
  Tags,
  UserPlus,
} from "lucide-react";
import type { ToastIcon } from "../../../contract/live/live-events.ts";

export const toastIcons: Record<ToastIcon, LucideIcon> = {
  preview: RefreshCw,
  tags: Tags,
  newUser: UserPlus,
  signIn: LogIn,
  feedback: MessageSquarePlus,
  feedbackDone: MessageSquareCheck,
  chat: MessagesSquare,
};
