/** One place where something about a person lies. */
export interface PersonalPart {
  title: string;
  table: string;
  /** The column that names the person. */
  owner: string;
  /** What is given out; secrets and hashes are not. */
  columns: readonly string[];
  /** What erasing does with it: removes the rows, or keeps them, as the work of an unnamed person. */
  erase: "remove" | "keep";
  /** Where a row says something that only some may know: what decides about it. */
  guard?: Guard;
}

/** What a row is about, by the column that names it; `self` is for nobody but the person. */
export type Guard = { about: "page" | "chat" | "file" | "comment" | "task"; column: string } | { about: "self" };

const part = (
  title: string,
  table: string,
  owner: string,
  columns: string,
  erase: PersonalPart["erase"] = "remove",
  guard?: Guard,
): PersonalPart => ({ title, table, owner, columns: columns.split(" "), erase, ...(guard && { guard }) });

const ofPage: Guard = { about: "page", column: "pageId" };
const ofTask: Guard = { about: "task", column: "id" };

/** Every place of the database that holds something about a person. */
export const personalParts: readonly PersonalPart[] = [
  part("Sitzungen", "sessions", "userId", "id userAgent ip createdAt lastSeenAt expiresAt"),
  part("Einladungen", "invitations", "userId", "id createdAt expiresAt"),
  part("Zweiter Faktor", "totpFactors", "userId", "createdAt confirmedAt"),
  part("Wiederherstellungscodes", "recoveryCodes", "userId", "id createdAt"),
  part("Passkeys", "passkeys", "userId", "id name createdAt lastUsedAt"),
  part("Verknüpfte Anmeldungen", "linkedSignIns", "userId", "id issuer subject email createdAt lastUsedAt"),
  part("API-Token", "apiTokens", "userId", "id name hint createdAt expiresAt lastUsedAt lastUsedFrom"),
  part(
    "Kalender-Feeds",
    "calendarFeeds",
    "userId",
    "id name scope team customerId categoriesJson alarmDays createdAt renewedAt lastUsedAt",
  ),
  part("Einstellungen der Benachrichtigungen", "notificationPreferences", "userId", "valuesJson updatedAt"),
  part(
    "Benachrichtigungen",
    "notifications",
    "forUserId",
    "id title message category link readAt createdAt",
    "remove",
    { about: "self" },
  ),
  part("Darstellung", "userPreferences", "userId", "valuesJson updatedAt"),
  part("Benachrichtigungen über diese Person", "notifications", "actorId", "id category createdAt"),
  part("E-Mails an diese Person", "mails", "toUserId", "id toEmail toName subject state createdAt endedAt"),
  part("Importe von Wiki-Seiten", "pageImports", "createdById", "id state pagesJson createdAt"),
  part("Geprüfte Adressen", "discoveries", "createdById", "id createdAt"),
  part("Angefangene Anmeldungen", "authSteps", "userId", "kind expiresAt"),
  part("Gelesene Wiki-Seiten", "pageViews", "userId", "pageId day", "remove", ofPage),
  part("Besuchte Wiki-Seiten", "pageVisits", "userId", "pageId seenAt", "remove", ofPage),
  part("Wiki-Favoriten", "pageFavourites", "userId", "pageId createdAt", "remove", ofPage),
  part("Erwähnungen im Wiki", "pageMentionsTold", "userId", "pageId"),
  part("Zuletzt geöffnet", "recentRecords", "userId", "recordType recordId at"),
  part("Zurückgestellte Fristen", "deadlineSnoozes", "userId", "deadlineId until"),
  part("Zurückgestellter Handlungsbedarf", "needSnoozes", "userId", "source subjectId until"),
  part("Fristen dessen, was diese Person hat", "deadlines", "concernedUserId", "id kind dueOn state", "keep"),
  part("Worum sich diese Person kümmert", "claims", "userId", "subjectType subjectId claimedAt endsAt"),
  part("Angelegte Einträge", "creations", "userId", "recordType recordId at"),
  part("Gelesene Chats", "chatReads", "userId", "chatId number at"),
  part("Reaktionen", "chatReactions", "userId", "messageId sign at"),
  part("Stimmen", "feedbackVotes", "userId", "feedbackId createdAt"),
  part("Gefolgte Einträge", "recordFollowers", "userId", "recordType recordId createdAt"),
  part("Gefolgtes Feedback", "feedbackFollowers", "userId", "feedbackId createdAt"),
  part("Chat-Nachrichten", "chatMessages", "authorId", "id chatId number body createdAt editedAt deletedAt", "keep", {
    about: "chat",
    column: "chatId",
  }),
  part("Feedback", "feedback", "authorId", "id number title description createdAt", "keep"),
  part("Kommentare", "feedbackComments", "authorId", "id feedbackId body createdAt", "keep", {
    about: "comment",
    column: "internal",
  }),
  part("Gespeicherte Ansichten", "savedViews", "ownerId", "id recordType name scope createdAt", "keep"),
  part("Hochgeladene Dateien", "files", "createdById", "key filename mimeType size createdAt", "keep", {
    about: "file",
    column: "owner",
  }),
  part("Wiki-Seiten", "pages", "createdById", "id title createdAt updatedAt", "keep", { about: "page", column: "id" }),
  part("Fassungen von Wiki-Seiten", "pageRevisions", "authorId", "pageId no title savedAt summary", "keep", ofPage),
  part("Bearbeitungen von Wiki-Seiten", "pageUpdates", "userId", "pageId number at", "keep", ofPage),
  part("Spalten von Importen", "importMappings", "ownerId", "id name", "keep"),
  part("Webhooks", "webhooks", "ownerId", "id description createdAt", "keep"),
  part("Kanäle", "channels", "userId", "id service name target createdAt"),
  part("Regeln für Kanäle", "channelRules", "userId", "id minSeverity times createdAt"),
  part("Geräte mit Browser-Push", "pushSubscriptions", "userId", "id host label createdAt lastDeliveredAt"),
  part("Übergaben von Geräten", "deviceMovements", "byUserId", "id deviceId at", "keep"),
  part("Aufgaben", "tasks", "assigneeUserId", "id title text dueOn state createdAt", "keep", ofTask),
  part("Angelegte Aufgaben", "tasks", "createdById", "id title text dueOn state createdAt", "keep", ofTask),
  part("Austritt", "offboardings", "userId", "id startedAt finishedAt", "keep"),
  part("Leistungen", "timeEntries", "userId", "id title workedOn minutes", "keep"),
  part(
    "Geklärte Vertragslücken",
    "gapSettlements",
    "settledById",
    "kind subjectType subjectId reason settledAt",
    "keep",
  ),
  part("Fragen an Kunden", "customerQuestions", "askedById", "id customerId createdAt answerBy answeredAt", "keep"),
  part("Prüfungen von Inhaberdaten", "holderConfirmations", "askedById", "id customerId createdAt answeredAt", "keep"),
  part("Erinnerungen", "reminders", "userId", "deadlineId countedOn lead sentOn"),
  part("Nachrichten über Störungen", "incidentMessages", "userId", "incidentId occasion at"),
  part("Einträge im Verlauf von Störungen", "incidentEntries", "byId", "id incidentId at kind text", "keep"),
  part("Laufende Zeit", "runningTimers", "userId", "customerId label startedAt"),
  part("Geräte", "devices", "assignedUserId", "id title assetTag", "keep"),
  part("Was diese Person getan hat", "changes", "actorId", "id kind subjectType subjectId at", "keep"),
];
