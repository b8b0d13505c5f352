export type FeedbackTables = {};
