import { type RecordType, recordTypes } from "../../contract/records/record-types.ts";
import { recordProcedures } from "../records/router.ts";
import { router } from "../trpc/procedures.ts";
import { contractRouter } from "./contracts/router.ts";
import { customerRouter } from "./customers/router.ts";
import { deviceRouter } from "./devices/router.ts";
import { feedbackRouter } from "./feedback/router.ts";
import { hostRouter } from "./hosts/router.ts";
import { incidentRouter } from "./incidents/router.ts";
import { stores } from "./records.ts";
import { timeEntryRouter } from "./time-entries/router.ts";
import { pageRouter } from "./wiki/router.ts";

/** The types that can do more than every record can. */
const special = {
  contract: contractRouter,
  timeEntry: timeEntryRouter,
  host: hostRouter,
  customer: customerRouter,
  device: deviceRouter,
  page: pageRouter,
  feedback: feedbackRouter,
  incident: incidentRouter,
};

const plainRouter = (type: RecordType) => router(recordProcedures(stores[type]));

type PlainType = Exclude<RecordType, keyof typeof special>;
const isPlain = (type: RecordType): type is PlainType => !Object.hasOwn(special, type);
const plain = Object.fromEntries(recordTypes.filter(isPlain).map((type) => [type, plainRouter(type)])) as Record<
  PlainType,
  ReturnType<typeof plainRouter>
>;

/** One router for each record type. */
export const recordRouters = { ...plain, ...special };
