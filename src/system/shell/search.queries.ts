import { sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import { STAGES, searchSources, type SearchHit, type SearchScope } from '../../platform/search.ts'
import type { Services } from '../../platform/services.ts'

export interface SearchResult {
  searchable_type: string
  searchable_id: number
  searchable_field: string
  value: string
  name: string
}

const PAGE_SIZE = 20
/** Pages beyond the one asked for that are looked at, to say which is the last. */
const PAGES_AHEAD = 9

/** The record types the viewer may find, with the rows of each that are in scope. */
function scopesOf({ registry }: Services, viewer: Viewer): SearchScope[] {
  return registry
    .all(searchSources)
    .map((source) => ({ source, record: registry.record(source.record) }))
    .filter(({ record }) => may(viewer, record.area))
    .map(({ source, record }) => ({
      source,
      name: typeof source.name === 'function' ? source.name(viewerFor(viewer, record.area)) : source.name,
      table: record.table,
      visible: record.visibleTo(viewer),
    }))
}

/**
 * Searches all record types the viewer may see in one statement per stage, best matches first (exact, beginning, words,
 * likeness), types in the order of the areas. Pages count from 1. `last_page` is that of the hits found in looking for
 * this page and nine more: nothing is searched or counted for its sake alone.
 */
export async function superSearch(
  services: Services,
  viewer: Viewer,
  query: { text: string; page: number },
): Promise<{ data: SearchResult[]; last_page: number }> {
  const scopes = scopesOf(services, viewer)
  const wanted = query.page * PAGE_SIZE + 1
  const most = (query.page + PAGES_AHEAD) * PAGE_SIZE
  const found = new Map<string, SearchHit>()
  for (const stage of STAGES) {
    const branches = scopes.flatMap((scope) => stage(scope, query.text, most))
    if (branches.length === 0) continue
    const { rows } = await sql<SearchHit>`${sql.join(branches, sql` union all `)}`.execute(services.db)
    for (const hit of rows) {
      const key = `${hit.type} ${hit.id}`
      const known = found.get(key)
      if (!known || hit.rank < known.rank) found.set(key, hit)
    }
    if (found.size >= wanted) break
  }
  // A stable sort: within rank and type the order in which the database found them stays.
  const order = new Map(scopes.map(({ source }, i) => [source.type, i]))
  const hits = [...found.values()].sort((a, b) => a.rank - b.rank || order.get(a.type)! - order.get(b.type)!)
  const pages = Math.ceil(Math.min(hits.length, most) / PAGE_SIZE)
  return {
    data: hits.slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE).map((hit) => ({
      searchable_type: hit.type,
      searchable_id: hit.id,
      searchable_field: hit.field,
      value: hit.value,
      name: hit.name,
    })),
    last_page: Math.max(pages, 1),
  }
}
