/** The filters of a table as its view draws them: what their chips say, and what their menus offer. */
import type { RowQuery } from '../../database/types.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Services } from '../../services.ts'
import { choiceOperator, readChoices } from './filter-choices.contract.ts'
import { periodWords, readPeriodChoice } from './filter-periods.contract.ts'
import type { FilterField } from './filter-field.contract.ts'
import type { SelectorSource } from './selector.ts'
import { filtersFor } from './table-filter-values.ts'
import type { Filter, FilterValues, Filters } from './table-filters.ts'

/** Names of so many records come with the rows; of more they are asked for. */
const MOST_LABELS = 3

/** The column of a row in which a list also brings what a filter's chip says. */
const labelColumn = (name: string, i: number) => `filter_${name}_${i}`

const choicesOf = (value: string) => readChoices(value)?.values ?? []

/** The query with the names of the records that it is filtered by, which saves asking for them. */
export function withFilterLabels<Row>(
  query: RowQuery<Row>,
  filters: Filters,
  values: FilterValues,
  viewer: Viewer,
  services: Services,
): RowQuery<Row> {
  let labelled = query
  for (const [name, value] of Object.entries(values)) {
    const source = sourceOf(filters[name]!, services)
    const chosen = source ? choicesOf(value) : []
    if (!source || chosen.length > MOST_LABELS) continue
    for (const [i, id] of chosen.entries())
      labelled = labelled.select(source.label(services, viewer, Number(id)).as(labelColumn(name, i)))
  }
  return labelled
}

function sourceOf(filter: Filter, services: Services): SelectorSource | undefined {
  return filter.kind === 'selector' && filter.type !== null ? services.registry.selectors.get(filter.type) : undefined
}

function optionsOf(filter: Filter, services: Services): { value: string; label: string }[] {
  return typeof filter.options === 'function' ? filter.options(services) : filter.options
}

type Chosen = FilterField['chosen']

/** The names of the records that a selector filter asks for, from a row that was found by it or else asked for. */
async function recordsOf(
  name: string,
  source: SelectorSource | undefined,
  ids: string[],
  viewer: Viewer,
  services: Services,
  row: Record<string, unknown>,
): Promise<Chosen> {
  const brought = ids.map((_id, i) => row[labelColumn(name, i)])
  const isBrought = brought.every((label) => typeof label === 'string')
  const found = isBrought ? [] : await source?.find(services, viewer, ids.map(Number))
  const names = new Map(found?.map(({ id, label }) => [String(id), label]))
  return ids.map((value, i) => ({
    value,
    label: isBrought ? (brought[i] as string) : (names.get(value) ?? 'onbekend'),
  }))
}

/** 'A', 'A, B' or 'A, B en 3 andere'. */
function listed(labels: string[]): string {
  const shown = labels.length > MOST_LABELS ? labels.slice(0, MOST_LABELS - 1) : labels
  const more = labels.length - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} en ${more} andere`
}

/** What a chip says of a filter that is set. */
function said(filter: Filter, value: string, chosen: Chosen): { operator: string; display: string } {
  if (filter.kind === 'text') return { operator: 'bevat', display: value }
  if (filter.kind === 'period') {
    const { operator, value: display } = periodWords(readPeriodChoice(value)!)
    return { operator, display }
  }
  return { operator: choiceOperator(readChoices(value)!), display: listed(chosen.map(({ label }) => label)) }
}

/**
 * The filters as the view draws them, with the text of their chips.
 * @param row one that was found by them, which may bring the names (see `withFilterLabels`)
 * @param tabFilters those that the tab around the table asks; null for a table on a page
 */
export function filterFields(
  { filters, defaults = {} }: { filters?: Filters; defaults?: FilterValues },
  values: FilterValues,
  viewer: Viewer,
  services: Services,
  { row = {}, tabFilters }: { row?: object | undefined; tabFilters: string[] | null },
): Promise<FilterField[]> {
  const labels = row as Record<string, unknown>
  const chosenOf = async (name: string, filter: Filter, value: string): Promise<Chosen> => {
    const ids = choicesOf(value)
    if (filter.kind === 'selector') return recordsOf(name, sourceOf(filter, services), ids, viewer, services, labels)
    const options = new Map(optionsOf(filter, services).map((option) => [option.value, option.label]))
    return ids.map((id) => ({ value: id, label: options.get(id) ?? id }))
  }
  return Promise.all(
    Object.entries(filtersFor(filters, viewer)).map(async ([name, filter]) => {
      const value = values[name]
      const unset = defaults[name] === undefined ? '' : 'all'
      const chosen =
        value === undefined || filter.kind === 'text' || filter.kind === 'period'
          ? []
          : await chosenOf(name, filter, value)
      return {
        name,
        label: filter.label,
        kind: filter.kind,
        unset,
        value: value ?? unset,
        ...(value === undefined ? { operator: '', display: '' } : said(filter, value, chosen)),
        chosen,
        options: optionsOf(filter, services),
        type: filter.type,
        asksEmpty: filter.asksEmpty ?? false,
        fixed: tabFilters?.includes(name) ?? false,
      }
    }),
  )
}
