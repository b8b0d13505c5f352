export type ChatTables = {};
