import { sql } from 'kysely'
import type { Viewer } from '../../platform/http/viewer.ts'
import { may } from '../../platform/http/viewer.ts'
import type { SearchHit, SearchSource, SearchText } from '../../platform/manifest.ts'
import type { Services } from '../../platform/services.ts'

export interface SearchResult {
  searchable_type: string
  searchable_id: number
  searchable_field: string
  value: string
  name: string
}

const PAGE_SIZE = 20

async function hitsOf(source: SearchSource, services: Services, viewer: Viewer, text: SearchText, limit: number) {
  const record = services.registry.record(source.record)
  const hits = await source.query(services.db, text, limit).where(record.visibleTo(viewer)).execute()
  return hits.map((hit) => ({ source, hit }))
}

/**
 * Searches all record types the viewer may see, best matches first (exact, prefix, word, similar). Pages count from 1;
 * last_page tells only whether there is a next one, so that nothing needs counting.
 */
export async function superSearch(
  services: Services,
  viewer: Viewer,
  query: { text: string; page: number },
): Promise<{ data: SearchResult[]; last_page: number }> {
  const sources = services.registry.manifests
    .flatMap((manifest) => manifest.search ?? [])
    .filter((source) => may(viewer, services.registry.record(source.record).area))
  const wanted = query.page * PAGE_SIZE + 1
  // Lower case without accents is the database's business: the columns searched were made by the same function.
  const { rows } = await sql<{ normalised: string }>`select normalise(${query.text}) as normalised`.execute(services.db)
  const text: SearchText = { raw: query.text, normalised: rows[0]!.normalised }
  const found = (await Promise.all(sources.map((source) => hitsOf(source, services, viewer, text, wanted)))).flat()
  found.sort((a, b) => a.hit.rank - b.hit.rank)
  const page = found.slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE)
  return {
    data: page.map(({ source, hit }) => result(source, hit)),
    last_page: found.length > query.page * PAGE_SIZE ? query.page + 1 : query.page,
  }
}

function result(source: SearchSource, hit: SearchHit): SearchResult {
  return {
    searchable_type: source.type,
    searchable_id: hit.id,
    searchable_field: hit.field,
    value: hit.value,
    name: hit.name,
  }
}
