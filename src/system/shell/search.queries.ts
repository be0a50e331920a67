import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import {
  type HitLimits,
  inStages,
  searchSources,
  type SearchHit,
  type SearchScope,
} from '../../platform/search/search.ts'
import type { Services } from '../../platform/services.ts'
import type { SearchAnswer } from '../../platform/search/search.contract.ts'

const PAGE_SIZE = 20
/** Pages beyond the one asked for that are looked at, to say which is the last. */
const PAGES_AHEAD = 9

/** The record types the viewer may find, with the rows of each that are in scope. */
function scopesOf({ registry }: Services, viewer: Viewer): SearchScope[] {
  return registry
    .offered(searchSources, viewer)
    .map((source) => ({ source, record: registry.record(source.record) }))
    .filter(({ source, record }) => may(viewer, source.area ?? record.area))
    .map(({ source, record }) => {
      const entitled = viewerFor(viewer, record.area)
      return {
        source,
        viewer: entitled,
        name: typeof source.name === 'function' ? source.name(entitled) : source.name,
        beside: source.beside?.(entitled),
        table: record.table,
        visible: record.visibleTo(viewer),
      }
    })
}

/** The best hits, best first: types in the order of the scopes, and within one as the database found them. */
async function bestHits(
  { db }: Services,
  scopes: SearchScope[],
  { text, wanted }: { text: string; wanted: number },
  limits: HitLimits,
): Promise<SearchHit[]> {
  const found = new Map<string, SearchHit>()
  for await (const rows of inStages(db, scopes, text, limits)) {
    for (const hit of rows) {
      const key = `${hit.type} ${hit.id}`
      const known = found.get(key)
      if (!known || hit.rank < known.rank) found.set(key, hit)
    }
    if (found.size >= wanted) break
  }
  const order = new Map(scopes.map(({ source }, i) => [source.type, i]))
  // A stable sort.
  return [...found.values()].sort((a, b) => a.rank - b.rank || order.get(a.type)! - order.get(b.type)!)
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
): Promise<SearchAnswer> {
  const scopes = scopesOf(services, viewer)
  const last = query.page * PAGE_SIZE
  const most = last + PAGES_AHEAD * PAGE_SIZE
  const asked = { text: query.text, wanted: last + 1 }
  const pageOf = (hits: SearchHit[]) => hits.slice(last - PAGE_SIZE, last)
  let hits = await bestHits(services, scopes, asked, { most, shown: last })
  // One that two fields find can come further forward than either of them has it.
  if (pageOf(hits).some(({ name }) => name === null))
    hits = await bestHits(services, scopes, asked, { most, shown: most })
  const tells = new Map(scopes.map(({ source, beside }) => [source.type, beside]))
  const pages = Math.ceil(Math.min(hits.length, most) / PAGE_SIZE)
  return {
    data: pageOf(hits).map((hit) => {
      const { text = '', status } = hit.beside === null ? {} : (tells.get(hit.type)?.tell(hit.beside) ?? {})
      return {
        searchable_type: hit.type,
        searchable_id: hit.id,
        searchable_field: hit.field,
        value: hit.value!,
        name: hit.name!,
        beside: text,
        ...(status === undefined ? {} : { status }),
      }
    }),
    last_page: Math.max(pages, 1),
  }
}
