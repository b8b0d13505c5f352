import type { PersonalData } from "../../../contract/privacy/privacy.ts";
import { portalDate } from "../../../contract/time/today.ts";

/** Hands what is kept of a person to the browser as a file. */
export function saveAsFile(data: PersonalData): void {
  const { name } = data.person;
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: "application/json;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = `Daten ${typeof name === "string" ? name : "Person"} ${portalDate(data.madeAt)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
