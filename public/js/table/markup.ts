/** Where things are in the markup of a reloadable table (`views/platform/table.ejs`). */
import { withParams } from '../lib/request.ts'
import { topPopup } from '../popup/layers.ts'

export const TABLE = '[data-table]'

export function tableOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(TABLE)
}

function part<E extends HTMLElement = HTMLElement>(table: Element, name: string): E {
  return table.querySelector<E>(`[data-${name}]`)!
}

export const formOf = (table: Element) => part<HTMLFormElement>(table, 'filters')
export const resultsOf = (table: Element) => part(table, 'table-results')
/** Whether its rows are on their way, all of them. */
export const isLoading = (table: Element) => resultsOf(table).getAttribute('aria-busy') === 'true'
export const sheetOf = (table: Element) => part(table, 'sheet')
export const rowsBodyOf = (table: Element) => part(table, 'rows')
export const othersBodyOf = (table: Element) => part(table, 'other')
export const sentinelOf = (table: Element) => part(table, 'sentinel')
export const moreOf = (table: Element) => part(table, 'more')

/** One of the hidden fields of the filter form. */
export function fieldOf(table: Element, name: 'sort' | 'max_per_page'): HTMLInputElement {
  return formOf(table).elements.namedItem(name) as HTMLInputElement
}

/** Asks for these rows, drawn as the others of the table are: in a tab it leaves out what the tab is about. */
export function rowsUrl(table: HTMLElement, ids: string[]): string {
  const own = formOf(table).elements.namedItem('own')
  const tab = own instanceof HTMLInputElement ? { own: own.value } : {}
  return withParams(table.dataset.url ?? '', { onlyGet: ids.join(','), ...tab, ...columnsOf(table) })
}

/** The columns of a list in which they can be chosen, for its address; empty text for the usual ones. */
export function columnsOf(table: Element): Record<string, string> {
  const columns = formOf(table).elements.namedItem('columns')
  return columns instanceof HTMLInputElement ? { columns: columns.value } : {}
}

/** By what a list is grouped, for its address; nothing where it is not. */
export function groupOf(table: Element): Record<string, string> {
  const group = formOf(table).elements.namedItem('group')
  return group instanceof HTMLSelectElement && group.value !== '' ? { group: group.value } : {}
}

export function rowsOf(table: Element): HTMLTableRowElement[] {
  return [...table.querySelectorAll<HTMLTableRowElement>('[data-rows] > tr[data-id]')]
}

export function idOf(row: HTMLElement): string {
  return row.dataset.id ?? ''
}

/** What a row is called in a question: the text of its name column. */
export function labelOf(row: HTMLElement): string {
  const name = row.querySelector('.c-main')
  return (name?.querySelector('a') ?? name)?.textContent.trim() ?? ''
}

/** What one row is called, and several. */
export const nameOfRows = ({ dataset }: HTMLElement) => ({ one: dataset.one ?? '', many: dataset.many ?? '' })

/** How many rows match: a number in Dutch, 'meer dan 10.000', or nothing as long as nobody knows. */
export function countOf(table: Element): string {
  return sheetOf(table).dataset.count ?? ''
}

/** The tables of the topmost layer: what the user looks at. */
export function tablesInSight(): HTMLElement[] {
  const layer = topPopup() ?? document.body
  return [...layer.querySelectorAll<HTMLElement>(TABLE)].filter((table) => table.checkVisibility())
}

const PAGING = new Set(['page', 'max_per_page', 'after', 'sort', 'own', 'columns', 'group'])

/** The filters that are set, under the server's own names. */
export function filtersOf(table: Element): [string, string][] {
  const fields = [...new FormData(formOf(table))] as [string, string][]
  return fields.filter(([name, value]) => value !== '' && !PAGING.has(name))
}

export type Field = HTMLInputElement

/** The filters that a user sets and takes off, the search box among them; not what the tab around a table asks. */
export function fieldsOf(table: Element): Field[] {
  return [...formOf(table).querySelectorAll<Field>('input[type="search"][name], input[data-filter]')]
}

/** Says of a filter with a default that not even the default holds. */
const ALL = 'all'

export function isFiltered(table: Element): boolean {
  const free = new Set(fieldsOf(table).map(({ name }) => name))
  return filtersOf(table).some(([name, value]) => free.has(name) && value !== ALL)
}

/** One text for a combination of filters. */
export function filterKey(table: Element): string {
  return new URLSearchParams(filtersOf(table)).toString()
}
