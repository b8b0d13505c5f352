export type PageTables = {};
