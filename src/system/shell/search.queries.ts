import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import {
  foundByItself,
  type HitLimits,
  inStages,
  RANK,
  searchSources,
  type SearchHit,
  type SearchScope,
} from '../../platform/search/search.ts'
import type { Status } from '../../platform/screens/models.ts'
import type { Services } from '../../platform/services.ts'
import { MIDDLE } from '../../platform/screens/popup/guarded-actions.ts'
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
    .sort((a, b) => (a.source.order ?? MIDDLE) - (b.source.order ?? MIDDLE))
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

/** So many of a type come before more of it than of the others, so that no type hides another. */
const AT_ONCE = 5
/** What is told of a record that is out of use. */
const OUT_OF_USE: Status = { label: 'Niet actief', css: 'st-concept' }

/**
 * The best hits, best first, a few of each type in turn: types in their order, and within one as the database found
 * them.
 */
async function bestHits(
  { db }: Services,
  scopes: SearchScope[],
  { text, wanted }: { text: string; wanted: number },
  limits: HitLimits,
): Promise<SearchHit[]> {
  const found = new Map<string, SearchHit>()
  const add = (rows: SearchHit[]) => {
    for (const hit of rows) {
      const key = `${hit.type} ${hit.id}`
      const known = found.get(key)
      if (!known || hit.rank < known.rank) found.set(key, hit)
    }
  }
  let stages = 0
  for await (const rows of inStages(db, scopes, text, limits)) {
    add(rows)
    stages++
    if (found.size >= wanted) break
  }
  // Where others begin with it so often, what stands before them is still looked for in its own way.
  if (stages === 1 && found.size >= wanted) {
    const types = new Set([...found.values()].map(({ type }) => type))
    const leading = scopes.filter(({ source }) => (source.order ?? MIDDLE) < MIDDLE && !types.has(source.type))
    add(await foundByItself(db, leading, text, limits))
  }
  const order = new Map(scopes.map(({ source }, i) => [source.type, i]))
  // A stable sort.
  const best = [...found.values()].sort((a, b) => a.rank - b.rank || order.get(a.type)! - order.get(b.type)!)
  const seen = new Map<string, number>()
  const turns = new Map(
    best.map((hit) => {
      const before = seen.get(hit.type) ?? 0
      seen.set(hit.type, before + 1)
      return [hit, Math.floor(before / AT_ONCE)]
    }),
  )
  return best.sort((a, b) => turns.get(a)! - turns.get(b)!)
}

/** The hits of a page by type, in the order of the types; what only looks like it comes last, and of a type what is out of use. */
function inGroups(scopes: SearchScope[], hits: SearchHit[]): SearchHit[] {
  const order = new Map(scopes.map(({ source }, i) => [source.type, i]))
  const alike = new Map<string, boolean>()
  for (const { type, rank } of hits) alike.set(type, (alike.get(type) ?? true) && rank >= RANK.likeness)
  return hits.toSorted(
    (a, b) =>
      Number(alike.get(a.type)) - Number(alike.get(b.type)) ||
      order.get(a.type)! - order.get(b.type)! ||
      Number(a.active === false) - Number(b.active === false),
  )
}

/**
 * Searches all record types the viewer may see in one statement per stage, best matches first (exact, beginning, words,
 * likeness), and those of a page by type. Pages count from 1. `last_page` is that of the hits found in looking for
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
    data: inGroups(scopes, pageOf(hits)).map((hit) => {
      const told = hit.beside === null ? undefined : tells.get(hit.type)?.tell(hit.beside)
      const status = hit.active === false ? OUT_OF_USE : told?.status
      return {
        searchable_type: hit.type,
        searchable_id: hit.id,
        searchable_field: hit.field,
        value: hit.value!,
        name: hit.name!,
        beside: told?.text ?? '',
        ...(status === undefined ? {} : { status }),
      }
    }),
    last_page: Math.max(pages, 1),
  }
}
