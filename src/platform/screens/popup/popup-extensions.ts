import { type Expression, type RawBuilder, sql } from 'kysely'
import { type AddedFields, fieldsAddedTo, storedOf } from '../form/added-fields.ts'
import { type Viewer, may, viewerFor } from '../../access/viewer.ts'
import type { Services } from '../../services.ts'
import type { GuardedAction } from './guarded-actions.ts'
import type { RecordRef } from '../models.ts'
import type { Step } from './next-step.ts'
import { type OpenPoint, openPoints } from './open-points.ts'
import { type PopupAction, popupActions } from './popup-actions.ts'
import { type PopupTab, popupTabs } from './popup-tabs.ts'

/** What other modules add to the popup of a record, as far as the viewer may use it. */
export interface Extensions {
  tabs: PopupTab[]
  /** What would be a tab, and stands in view beside the rail. */
  main: PopupTab | null
  /** What would be tabs, and stands in the rail instead. */
  blocks: PopupTab[]
  actions: PopupAction[]
  points: OpenPoint[]
  /** What others ask in its forms. */
  fields: AddedFields[]
}

/**
 * What the database answers for them, each in their order: the counts of the tabs, the warnings of tabs that have some,
 * which of the actions that depend on the record apply and which of the steps come next, and what the open points and
 * the blocks of the rail asked, and what is stored of the fields that others add.
 */
export interface TabCounts {
  counts: (number | null)[]
  warnings: (string | null)[]
  offered?: boolean[]
  next?: boolean[]
  /** Of the tabs that not every record has, which this one does. */
  shown?: boolean[]
  /** Of the tabs that tell it apart from their count, in which there is something. */
  filled?: boolean[]
  points?: unknown[]
  blocks?: unknown[]
  fields?: unknown[]
}

/** All of this as one column of the query for the record with this id. */
export type TabCountsOf = (id: number) => RawBuilder<TabCounts>

/** The buttons, the entries of the menu and the steps that others add. */
export interface AddedActions {
  button: GuardedAction[]
  menu: GuardedAction[]
  step: Step[]
}

/**
 * The tabs, actions and open points that others add to this record's popup, in their order.
 * @param rail whether it has a rail, where blocks and open points stand
 */
export function extensionsOf(services: Services, viewer: Viewer, record: RecordRef | null, rail = false): Extensions {
  const { registry } = services
  const type = record && registry.record(record.type)
  if (!type) return { tabs: [], main: null, blocks: [], actions: [], points: [], fields: [] }
  const given = registry
    .offered(popupTabs, viewer)
    .filter(
      ({ area, record: wanted }) =>
        (typeof wanted === 'string' ? wanted === type.type : wanted(type, viewerFor(viewer, area), registry)) &&
        may(viewer, area),
    )
    .sort((a, b) => a.order - b.order)
  const actions = registry
    .offered(popupActions, viewer)
    .filter(({ area, right, record: wanted }) => wanted === type.type && may(viewer, area, right))
  const points = registry
    .offered(openPoints, viewer)
    .filter(
      ({ area, record: wanted }) =>
        rail && (typeof wanted === 'string' ? wanted === type.type : wanted(type)) && may(viewer, area),
    )
  const inRail = (tab: PopupTab) => rail && tab.rail !== undefined
  const main = given.find((tab) => rail && tab.main === true) ?? null
  const tabs = given.filter((tab) => !inRail(tab) && tab !== main)
  const fields = fieldsAddedTo(services, viewer, type.type, 'view')
  return { tabs, main, blocks: given.filter(inRail), actions, points, fields }
}

const list = (values: Expression<unknown>[]) => sql.join(values.map((value) => sql`(${value})`))
const array = (values: Expression<unknown>[]) => sql`array[${list(values)}]`
const booleans = (key: string, values: Expression<unknown>[]) =>
  values.length > 0 ? sql`, ${sql.lit(key)}, ${array(values)}::boolean[]` : sql``
const things = (key: string, values: Expression<unknown>[]) =>
  values.length > 0 ? sql`, ${sql.lit(key)}, json_build_array(${list(values)})` : sql``

/** What the database answers for all of these, as one column. */
export function extensionColumn(
  { registry }: Services,
  viewer: Viewer,
  { tabs, blocks, actions, points, fields }: Extensions,
  record: RecordRef | null,
): RawBuilder<TabCounts> {
  const { type, id } = record ?? { type: '', id: 0 }
  const counts = tabs.flatMap((tab) => tab.count?.(viewerFor(viewer, tab.area), id, type, registry) ?? [])
  const warnings = tabs.flatMap((tab) => tab.warning?.(registry.record(type), id) ?? [])
  const has = tabs.flatMap((tab) => tab.when?.(viewerFor(viewer, tab.area), id, registry) ?? [])
  const filled = tabs.flatMap((tab) => tab.filled?.(viewerFor(viewer, tab.area), id, type) ?? [])
  const by = (action: PopupAction) => viewerFor(viewer, action.area, action.right)
  const offered = actions.flatMap((action) => action.when?.(by(action), id, registry) ?? [])
  const next = actions.flatMap((action) => action.next?.(by(action), id, registry) ?? [])
  const asked = points.map((point) => point.ask(viewerFor(viewer, point.area), id, registry, type))
  const shown = blocks.map(({ area, rail }) => rail!.ask(viewerFor(viewer, area), id, type, registry))
  const stored = fields.map((added) => storedOf(added, id))
  return sql<TabCounts>`json_build_object('counts', ${array(counts)}::integer[], 'warnings', ${array(warnings)}::text[]${booleans(
    'offered',
    offered,
  )}${booleans('next', next)}${booleans('shown', has)}${booleans('filled', filled)}${things('points', asked)}${things('blocks', shown)}${things('fields', stored)})`
}

/** The same by a query of its own; null when there is nothing to ask. */
export async function askExtensions(
  services: Services,
  viewer: Viewer,
  extensions: Extensions,
  record: RecordRef | null,
): Promise<TabCounts | null> {
  const { tabs, blocks, actions, points, fields } = extensions
  const asks =
    tabs.some((tab) => ['count', 'warning', 'when', 'filled'].some((ask) => ask in tab)) ||
    actions.some((action) => action.when !== undefined || action.next !== undefined) ||
    points.length > 0 ||
    blocks.length > 0 ||
    fields.length > 0
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
  const added: AddedActions = { button: [], menu: [], step: [] }
  const asked = actions.filter((action) => action.when !== undefined)
  const ranked = actions.filter((action) => action.next !== undefined)
  for (const given of actions) {
    const { place, order, area, right, inside } = given
    if (given.when && !answered?.offered?.[asked.indexOf(given)]) continue
    const next = answered?.next?.[ranked.indexOf(given)] === true
    const action = { ...given.action(record!, viewerFor(viewer, area, right)), order, area, right }
    added[place].push(place === 'step' ? { ...action, next, ...(inside && { inside }) } : action)
  }
  return added
}
