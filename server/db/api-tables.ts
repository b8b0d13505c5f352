export type ApiTables = {};
