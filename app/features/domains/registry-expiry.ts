import { endingOf } from "../../../contract/registrations/registrations.ts";

/** Whether the registry of an ending, such as `de` or `co.at`, publishes the date on which a registration ends. */
export const publishesExpiry = (tld: string): boolean => !endingOf(tld).hidesExpiry;
