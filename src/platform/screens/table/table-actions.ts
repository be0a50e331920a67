/** What a list offers to do: with its rows, beside them, and where there are none. */
import { type Viewer, may } from '../../access/viewer.ts'
import { inOrder, permittedActions } from '../popup/guarded-actions.ts'
import type { Action, TableModel } from '../models.ts'
import type { Exchange } from '../screen.ts'
import { selectionActions } from './selection-actions.ts'
import type { Empty, TableDeclaration } from './table-declaration.ts'
import type { TableRequest } from './table-request.ts'

export type Declared<Path extends string, Row extends { id: number }> = TableDeclaration<Path, Row> & {
  record: string
  fieldsOf?: string
}

/** A path of the declaration; not the request's own: a popup opened by its URL draws this list behind it. */
export const addressOf = (path: string, params: Exchange['params']) =>
  path.replace(/:([A-Za-z_]+)/g, (_all, name: string) => String(params[name]))

/** The button that adds a row, which starts with what the list is filtered by. */
export function addActionOf<Path extends string, Row extends { id: number }>(
  { add, addEmbedded, addWith }: TableDeclaration<Path, Row>,
  { viewer, tabFilters }: TableRequest,
  pathParams: Exchange['params'],
  params: URLSearchParams,
): Action | null {
  const offered = tabFilters && addEmbedded === false ? undefined : add
  const [action = null] = permittedActions(
    viewer,
    offered ? [{ ...offered, url: addressOf(offered.url, pathParams) }] : [],
  )
  // One record, and not several or all but one.
  const start = new URLSearchParams(
    [...params].filter(([name, value]) => addWith?.includes(name) && /^\d+$/.test(value)),
  )
  return action?.url && start.size > 0 ? { ...action, url: `${action.url}?${start.toString()}` } : action
}

/** What can be done with rows that are chosen: at least a file of them, where the list goes out as one. */
export function choicesOf<Path extends string, Row extends { id: number }>(
  { path, bulk, massDelete, record, exportable }: Declared<Path, Row>,
  viewer: Viewer,
  url: string,
  { registry }: Exchange['services'],
) {
  // In a popup only beside what the list offers itself.
  const takesAdded = bulk !== undefined || !path.includes(':')
  const added = takesAdded ? registry.offered(selectionActions, viewer).filter((one) => one.record === record) : []
  const actions = permittedActions(
    viewer,
    inOrder(
      bulk,
      added.map(({ action }) => action),
    ),
  )
  const mayDelete = massDelete !== undefined && may(viewer, massDelete.area, 'change')
  return {
    selectable: actions.length > 0 || mayDelete || exportable !== false,
    bulk: actions,
    massDeleteUrl: mayDelete ? (massDelete.path ?? `${url}/massDelete`) : null,
  }
}

/** What stands where there is nothing, with what to begin with. */
export function emptyModel(
  { empty }: { empty: Empty | ((viewer: Viewer) => Empty) },
  viewer: Viewer,
  params: Exchange['params'],
  addAction: Action | null,
): TableModel['empty'] {
  const { action, ...told } = typeof empty === 'function' ? empty(viewer) : empty
  const own = action?.url === undefined ? action : { ...action, url: addressOf(action.url, params) }
  const [begin = null] = addAction ? [addAction] : permittedActions(viewer, own ? [own] : [])
  return { ...told, action: begin }
}
