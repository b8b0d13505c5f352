import { z } from "./zod.ts";

export const maxPageSize = 100;

/** The part every `list` input shares: pages count from 1, `limit` is rows per page. */
export const page = z.number().int().min(1).max(1_000_000);
export const limit = z.number().int().min(1).max(maxPageSize);

/** What every `list` returns. An empty list has 0 pages, so `limit: 1` makes `totalPages` the count. */
export interface Page<Row> {
  data: Row[];
  totalItems: number;
  totalPages: number;
}

/** Wraps rows and a total into the shape every `list` returns. */
export function toPage<Row>(data: Row[], totalItems: number, pageSize: number): Page<Row> {
  return { data, totalItems, totalPages: Math.ceil(totalItems / pageSize) };
}

export const id = z.string().min(1).max(64);
