import { contractTerm } from "../contracts/contract-term.ts";
import { leasingTerm } from "../devices/leasing-term.ts";
import { domainTerm } from "../domains/domain-term.ts";
import { hostTerm } from "../hosts/host-term.ts";
import { isOneOf } from "../narrowing.ts";
import type { RecordType } from "../records/record-types.ts";
import type { TermFields } from "./term-fields.ts";

/** The types of records that run for a time; a device does so by its leasing. */
export const termTypes = ["contract", "domain", "host", "device"] as const satisfies readonly RecordType[];
export type TermType = (typeof termTypes)[number];

/** What has prices that change on a day; the positions of a contract have theirs, too. */
export const pricedTypes = [...termTypes, "contractItem"] as const satisfies readonly RecordType[];
export type PricedType = (typeof pricedTypes)[number];

/** How a period ended: it runs or is to come, it went on into the next one, or nothing came after it. */
export const termOutcomes = ["open", "renewed", "ended"] as const;
export type TermOutcome = (typeof termOutcomes)[number];

const fields: Readonly<Record<TermType, TermFields>> = {
  contract: contractTerm,
  domain: domainTerm,
  host: hostTerm,
  device: leasingTerm,
};

/** Which fields of a type make its term. */
export const termFieldsOf = (type: TermType): TermFields => fields[type];

/** Whether records of a type run for a time. */
export const hasTerm = (type: RecordType): type is TermType => isOneOf(termTypes, type);
