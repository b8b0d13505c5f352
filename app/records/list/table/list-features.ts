import { columnOrderingFeature, rowSortingFeature, tableFeatures } from "@tanstack/react-table";

/** What the table model does for a list; filtering, paging and sorting themselves are the server's. */
export const listFeatures = tableFeatures({ columnOrderingFeature, rowSortingFeature });
export type ListFeatures = typeof listFeatures;
