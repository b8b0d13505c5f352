import { keysOf } from "../narrowing.ts";
/** What a token may be used for; it never may do more than the person it belongs to. */
export const apiScopes = {
  "records:read": "Stammdaten lesen",
  "records:write": "Stammdaten ändern",
  "wiki:read": "Wiki lesen",
  "wiki:write": "Wiki ändern",
  "feedback:read": "Feedback lesen",
  "feedback:write": "Feedback ändern",
  "monitoring:read": "Überwachung lesen",
  "monitoring:write": "Überwachung steuern",
} as const;

export type ApiScope = keyof typeof apiScopes;
export const apiScopeNames = keysOf(apiScopes);
