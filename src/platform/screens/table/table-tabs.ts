/** The bar of views above a list, and its tabs with their counts. */
import { may, wholePerson } from '../../access/viewer.ts'
import { PLAIN } from '../../saved-views/address.contract.ts'
import { reportsArea } from '../../saved-views/rights.ts'
import { sendHtml } from '../../http/respond.ts'
import { Invalid } from '../../errors.ts'
import type { ViewsModel } from '../models.ts'
import type { Listing } from './table-answers.ts'
import { filtersFor, readFilters } from './table-filter-values.ts'
import { countEach, countText } from './table-query.ts'
import { UNCOUNTED, inTime } from './table-slow.ts'
import { type ListTab, hasViews, tabsOf } from './table-views.ts'

/** The bar as it stands when the list is drawn: the counts follow. Null for a list that has no views. */
export async function viewsModel<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<ViewsModel | null> {
  const { declaration, exchange, asked, note } = listing
  if (!hasViews(declaration)) return null
  const { path } = declaration
  const key = asked.open?.key ?? PLAIN
  return {
    tabs: await tabsOf(declaration, exchange, key),
    url: `${path}?tabs=${key}`,
    addUrl: `/views/add?page=${encodeURIComponent(path)}`,
    manageUrl: `/views?page=${encodeURIComponent(path)}`,
    reportUrl: may(wholePerson(asked.viewer), reportsArea, 'change')
      ? `/reports/create?page=${encodeURIComponent(path)}`
      : null,
    mayChange: asked.open?.mayChange ?? false,
    note,
  }
}

/** What a tab keeps of the list; nothing for one whose filters are no more. */
async function queryOf<Path extends string, Row extends { id: number }>(
  { declaration, rows, asked: { viewer } }: Listing<Path, Row>,
  { asks }: ListTab,
) {
  try {
    const filters = filtersFor(declaration.filters, viewer)
    return (await rows.scoped(readFilters(filters, asks, declaration.defaults))).query
  } catch (error) {
    if (error instanceof Invalid) return null
    throw error
  }
}

/** The tabs with how many rows each has, counted by one statement once the list stands. */
export async function sendTabs<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { declaration, exchange } = listing
  const { res, services } = exchange
  const tabs = await tabsOf(declaration, exchange, listing.asked.tabs)
  const queries = await Promise.all(tabs.map((tab) => queryOf(listing, tab)))
  const countable = queries.filter((query) => query !== null)
  const counts = await inTime(() => countEach(services.db, countable))
  const countOf = (query: (typeof countable)[number]) =>
    counts === null ? UNCOUNTED : countText(counts[countable.indexOf(query)] ?? 0)
  const counted = tabs.map((tab, i) => ({ ...tab, count: queries[i] ? countOf(queries[i]) : null }))
  sendHtml(res, services.views.render('platform/view-tabs', { ...res.locals, tabs: counted }))
}
