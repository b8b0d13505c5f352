/**
 * Where the features meet the layers below them: those know no feature, and get what is special about each from here.
 * Whatever serves requests imports this first.
 */
import { onRecordedChanges, onSignals } from "../db/transact.ts";
import { registerStores } from "../records/registry.ts";
import { addressToReaders } from "./live/signal-audience.ts";
import { stores } from "./records.ts";
import { queueDeliveries } from "./webhooks/outbox.ts";

registerStores(stores);
onRecordedChanges(queueDeliveries);
onSignals(addressToReaders);
