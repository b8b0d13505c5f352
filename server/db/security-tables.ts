export type SecurityTables = {};
