/**
 * Where the features meet the layers below them: those know no feature, and get what is special about each from here.
 * Whatever serves requests imports this first.
 */
import { onRecordedChanges, onSignals } from "../db/transact.ts";
import { onAnnouncements } from "../notifications/announce.ts";
import { onToldOutside } from "../notifications/notify.ts";
import { registerReport } from "../records/export/reports.ts";
import { registerStores } from "../records/registry.ts";
import { hostAddressLookup, siteAddressLookup } from "./addresses/lookup.ts";
import { portLookup } from "./addresses/port-lookup.ts";
import { followCertificateLevels } from "./certificates/follow-levels.ts";
import { followNoticedChanges } from "./change-events/follow-checks.ts";
import { removeEventsOfDeleted } from "./change-events/follow-deleted.ts";
import { queueAnnouncement } from "./channels/announcements.ts";
import { announceIncident } from "./channels/incident-announcements.ts";
import { queuePersonal } from "./channels/personal.ts";
import { questionSubject } from "./chats/claim-subject.ts";
import { followRecords } from "./checks/derive.ts";
import { onCheckEvents } from "./checks/follow-events.ts";
import { registerPlannedMarks } from "./checks/marks.ts";
import { registerClaimSubject } from "./claims/subjects.ts";
import { openGapExport } from "./contract-gaps/export.ts";
import { openForecastExport } from "./cost-forecast/export.ts";
import { avvNeeds } from "./customers/avv-needs.ts";
import { deadlineNeeds } from "./dashboard/deadline-needs.ts";
import { deadlineSubject } from "./deadlines/claim-subject.ts";
import { followChanges } from "./deadlines/derive.ts";
import { recordSource } from "./deadlines/record-source.ts";
import { registerDeadlineSource } from "./deadlines/sources.ts";
import { dnsLookup } from "./dns/lookup.ts";
import { withHostSupport, withWebsiteSupport } from "./end-of-life/support-ends.ts";
import { feedbackSubject } from "./feedback/claim-subject.ts";
import { feedbackNeeds } from "./feedback/needs.ts";
import { followTargets } from "./heartbeats/checks.ts";
import { holderMailLookup } from "./holder-confirmations/mail-lookup.ts";
import { incidentSubject } from "./incidents/claim-subject.ts";
import { followCheckEvents as followIncidents } from "./incidents/follow-events.ts";
import { incidentNeeds } from "./incidents/needs.ts";
import { onIncidentTold } from "./incidents/tell.ts";
import { jobNeeds } from "./jobs/needs.ts";
import { openLegalExport } from "./legal/export.ts";
import { legalLookup } from "./legal/lookup.ts";
import { removeLegalOfDeleted } from "./legal/state.ts";
import { addressToReaders } from "./live/signal-audience.ts";
import { lookalikeLookup } from "./lookalikes/lookup.ts";
import { wakeForRecords } from "./lookups/follow-records.ts";
import { registerLookup } from "./lookups/kinds.ts";
import { uncoverDeleted } from "./maintenance/commands.ts";
import { maintenanceMarks } from "./maintenance/marks.ts";
import { ownerlessNeeds } from "./needs/ownerless.ts";
import { registerNeedSource } from "./needs/sources.ts";
import { followWebsites } from "./previews/follow-records.ts";
import { stores } from "./records.ts";
import { redirectLookup } from "./redirects/lookup.ts";
import { registrationLookup } from "./registrations/lookup.ts";
import { dropLogosOfDeleted } from "./status-pages/commands.ts";
import { taskSubject } from "./tasks/claim-subject.ts";
import { taskDeadlines } from "./tasks/deadline-source.ts";
import { removeTasksOfDeleted } from "./tasks/follow-records.ts";
import { taskNeeds } from "./tasks/needs.ts";
import { followBoxes, wakeForBoxes } from "./tasks/page-boxes.ts";
import { followSoftware } from "./technologies/follow-records.ts";
import { technologyLookup } from "./technologies/lookup.ts";
import { queueDeliveries } from "./webhooks/outbox.ts";
import { backupNeeds, hostBackupNeeds } from "./websites/backup-needs.ts";
import { followCertificates, withCertificates } from "./websites/certificate-deadlines.ts";
import { onPageWritten } from "./wiki/content/on-written.ts";

registerStores(stores);
registerPlannedMarks(maintenanceMarks);
registerReport("contract-gaps", openGapExport);
registerReport("cost-forecast", openForecastExport);
registerReport("legal", openLegalExport);
registerClaimSubject("task", taskSubject);
registerClaimSubject("deadline", deadlineSubject);
registerClaimSubject("feedback", feedbackSubject);
registerClaimSubject("question", questionSubject);
registerClaimSubject("incident", incidentSubject);
onRecordedChanges(removeTasksOfDeleted);
onRecordedChanges(removeEventsOfDeleted);
onRecordedChanges(removeLegalOfDeleted);
onRecordedChanges(followTargets);
onRecordedChanges(dropLogosOfDeleted);
onRecordedChanges(uncoverDeleted);
onRecordedChanges(wakeForBoxes);
onPageWritten(followBoxes);
for (const store of Object.values(stores)) registerDeadlineSource(recordSource(store));
registerDeadlineSource(withWebsiteSupport(withCertificates(recordSource(stores.website))));
registerDeadlineSource(withHostSupport(recordSource(stores.host)));
registerDeadlineSource(taskDeadlines);
for (const needs of [
  incidentNeeds,
  deadlineNeeds,
  taskNeeds,
  jobNeeds,
  backupNeeds,
  hostBackupNeeds,
  avvNeeds,
  feedbackNeeds,
  ownerlessNeeds,
])
  registerNeedSource(needs);
// Before those who tell of changes: what a change means for deadlines is told with it.
onRecordedChanges(followChanges);
onRecordedChanges(followRecords);
onRecordedChanges(queueDeliveries);
onRecordedChanges(wakeForRecords);
onRecordedChanges(followWebsites);
onRecordedChanges(followSoftware);
registerLookup(dnsLookup);
registerLookup(registrationLookup);
registerLookup(technologyLookup);
registerLookup(holderMailLookup);
registerLookup(redirectLookup);
registerLookup(lookalikeLookup);
registerLookup(siteAddressLookup);
registerLookup(hostAddressLookup);
registerLookup(portLookup);
registerLookup(legalLookup);
onIncidentTold(announceIncident);
onAnnouncements(queueAnnouncement);
onToldOutside(queuePersonal);
onSignals(addressToReaders);
onCheckEvents(followIncidents);
onCheckEvents(followCertificates);
onCheckEvents(followCertificateLevels);
onCheckEvents(followNoticedChanges);
