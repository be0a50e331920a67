import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { GuardedAction } from './guarded-actions.ts'
import type { RecordRef } from './models.ts'
import { type PopupAction, popupActions } from './popup-actions.ts'
import { type PopupTab, popupTabs } from './popup-tabs.ts'

/** What other modules add to the popup of a record, as far as the viewer may use it. */
export interface Extensions {
  tabs: PopupTab[]
  actions: PopupAction[]
}

/**
 * What the database answers for them, each in their order: the counts of the tabs, the warnings of tabs that have some,
 * and which of the actions that depend on the record apply.
 */
export interface TabCounts {
  counts: (number | null)[]
  warnings: (string | null)[]
  offered?: boolean[]
}

/** All of this as one column of the query for the record with this id. */
export type TabCountsOf = (id: number) => RawBuilder<TabCounts>

/** The buttons and the entries of the menu that others add. */
export type AddedActions = Record<PopupAction['place'], GuardedAction[]>

/** The tabs and actions that others add to this record's popup, the tabs in their order. */
export function extensionsOf({ registry }: Services, viewer: Viewer, record: RecordRef | null): Extensions {
  const type = record && registry.record(record.type)
  if (!type) return { tabs: [], actions: [] }
  const tabs = registry
    .all(popupTabs)
    .filter(
      ({ area, record: wanted }) =>
        (typeof wanted === 'string' ? wanted === type.type : wanted(type, viewerFor(viewer, area), registry)) &&
        may(viewer, area),
    )
    .sort((a, b) => a.order - b.order)
  const actions = registry
    .all(popupActions)
    .filter(({ area, right, record: wanted }) => wanted === type.type && may(viewer, area, right))
  return { tabs, actions }
}

const array = (values: Expression<unknown>[]) => sql`array[${sql.join(values.map((value) => sql`(${value})`))}]`

/** What the database answers for these tabs and actions, as one column. */
export function extensionColumn(
  { registry }: Services,
  viewer: Viewer,
  { tabs, actions }: Extensions,
  record: RecordRef | null,
): RawBuilder<TabCounts> {
  const { type, id } = record ?? { type: '', id: 0 }
  const counts = tabs.flatMap((tab) => tab.count?.(viewerFor(viewer, tab.area), id, type, registry) ?? [])
  const warnings = tabs.flatMap((tab) => tab.warning?.(registry.record(type), id) ?? [])
  const offered = actions.flatMap(
    (action) => action.when?.(viewerFor(viewer, action.area, action.right), id, registry) ?? [],
  )
  return sql<TabCounts>`json_build_object('counts', ${array(counts)}::integer[], 'warnings', ${array(warnings)}::text[]${
    offered.length > 0 ? sql`, 'offered', ${array(offered)}::boolean[]` : sql``
  })`
}

/** The same by a query of its own; null when there is nothing to ask. */
export async function askExtensions(
  services: Services,
  viewer: Viewer,
  extensions: Extensions,
  record: RecordRef | null,
): Promise<TabCounts | null> {
  const { tabs, actions } = extensions
  const asks =
    tabs.some((tab) => tab.count !== undefined || tab.warning !== undefined) ||
    actions.some((action) => action.when !== undefined)
  if (!asks) return null
  const column = extensionColumn(services, viewer, extensions, record)
  const { rows } = await sql<{ added: TabCounts }>`select ${column} as added`.execute(services.db)
  return rows[0]!.added
}

/** The actions that this record has, with their place among those of the popup itself. */
export function addedActions(
  { actions }: Extensions,
  viewer: Viewer,
  record: RecordRef | null,
  answered: TabCounts | null,
): AddedActions {
  const added: AddedActions = { button: [], menu: [] }
  const asked = actions.filter((action) => action.when !== undefined)
  for (const given of actions) {
    const { place, order, area, right } = given
    if (given.when && !answered?.offered?.[asked.indexOf(given)]) continue
    added[place].push({ ...given.action(record!, viewerFor(viewer, area, right)), order, area, right })
  }
  return added
}
