/** The columns that a viewer sees of a table, and its rows in them. */
import { type Expression, sql } from 'kysely'
import { type Viewer, may } from '../../access/viewer.ts'
import type { RowQuery } from '../../database/types.ts'
import type { Services } from '../../services.ts'
import type { Cell, ColumnChoice, RowModel } from '../models.ts'
import type { Column, TableDeclaration } from './table-declaration.ts'
import { preferenceOf } from '../../saved-views/first-view.ts'

/** By which the address names a column. */
export const columnKey = <Row>({ key, field, sort }: Column<Row>): string => key ?? field ?? sort ?? ''

/** The column of a row in which a list brings what a column asks for. */
const askedAs = (key: string) => `asked_${key}`

/**
 * A column that is not there until somebody asks for it, and costs the list nothing until then.
 * @param column.field whose name it has, and by which it is hidden
 */
export function askedColumn<Value>({
  cell,
  ...column
}: Omit<Column<{ id: number }>, 'cell' | 'asks' | 'label' | 'field'> & {
  field: string
  label?: string
  asks: (viewer: Viewer) => Expression<Value>
  cell: (value: Value, viewer: Viewer) => Cell
}): Column<{ id: number }> {
  const name = askedAs(column.key ?? column.field)
  return {
    ...column,
    cell: (row, viewer) => cell((row as Record<string, unknown>)[name] as Value, viewer),
  }
}

/** A list with what the columns on show ask for. */
export function withAsked<Row>(query: RowQuery<Row>, columns: Column<Row>[], viewer: Viewer): RowQuery<Row> {
  let asking = query
  for (const column of columns)
    if (column.asks) asking = asking.select(sql`${column.asks(viewer)}`.as(askedAs(columnKey(column))))
  return asking
}

/** Which of them ask for something, for the name of a query. */
export const askedKeys = <Row>(columns: Column<Row>[]): string =>
  columns
    .filter(({ asks }) => asks)
    .map((column) => columnKey(column))
    .join()

/** By which preference somebody says which columns a list has. */
export const columnsPreference = (path: string): string => preferenceOf('columns', path)

/** By which preference somebody says which columns a file of a list has. */
export const exportPreference = (path: string): string => preferenceOf('export', path)

/** The columns that an address names, those unknown left out; null for the usual ones. */
export function readColumns<Row>(declaration: Columned<Row>, text: string): string[] | null {
  const known = new Set(allOf(declaration).map((column) => columnKey(column)))
  const named = [...new Set(text.split(','))].filter((key) => key !== '' && known.has(key))
  return named.length === 0 ? null : named
}

/** The columns of a file of the list, those that somebody keeps for it ticked: else those that the list has for them. */
export function exportChoices<Path extends string, Row extends { id: number }>(
  declaration: TableDeclaration<Path, Row> & { record: string; fieldsOf?: string },
  viewer: Viewer,
  services: Pick<Services, 'registry'>,
): ColumnChoice[] {
  const { path } = declaration
  const kept = viewer.meta[exportPreference(path)] || (viewer.meta[columnsPreference(path)] ?? '')
  const shown = chosenColumns(declaration, viewer, readColumns(declaration, kept))
  return columnChoices(declaration, viewer, shown, [], services)
}

interface Columned<Row> {
  columns: Column<Row>[]
  moreColumns?: Column<{ id: number }>[]
}

const allOf = <Row>({ columns, moreColumns = [] }: Columned<Row>): Column<Row>[] => [
  ...columns,
  ...(moreColumns as unknown as Column<Row>[]),
]

/** What somebody may see of a list by who they are, and not by its rows. */
const permitted = <Row>(declaration: Columned<Row>, viewer: Viewer) =>
  allOf(declaration).filter((column) => column.when?.(viewer) ?? true)

/**
 * The orders that somebody may ask for. Where rows stand, and the key by which a page goes on, tell what they are ordered
 * by; so one that is named by columns that are left out for them is none.
 */
export function sortsFor<Row>(
  declaration: Columned<Row> & Pick<TableDeclaration<string, { id: number }>, 'sorts'>,
  viewer: Viewer,
): ReadonlySet<string> {
  const shown = new Set(permitted(declaration, viewer).map(({ sort }) => sort))
  const hidden = new Set(
    allOf(declaration).flatMap(({ sort }) => (sort === undefined || shown.has(sort) ? [] : [sort])),
  )
  return new Set(Object.keys(declaration.sorts).filter((name) => !hidden.has(name)))
}

/**
 * The columns of a list as they are asked for, the name first; the usual ones where nothing is.
 * @param chosen their keys in their order
 */
export function chosenColumns<Row>(declaration: Columned<Row>, viewer: Viewer, chosen: string[] | null): Column<Row>[] {
  const all = permitted(declaration, viewer)
  if (chosen === null) return all.filter(({ asks }) => asks === undefined)
  const names = all.filter(({ kind }) => kind === 'main')
  const others = chosen.flatMap((key) => all.filter((column) => columnKey(column) === key && column.kind !== 'main'))
  return [...names, ...others]
}

const hiddenIn = <Row>(columns: Column<Row>[], hidden: ReadonlySet<string> | undefined) =>
  columns.filter(({ field = '', hiddenAs = field }) => !hidden?.has(hiddenAs))

/**
 * The columns for these rows.
 * @param tabFilters the filters that the tab around the table sets
 */
export function columnsFor<Path extends string, Row extends { id: number }>(
  declaration: TableDeclaration<Path, Row>,
  viewer: Viewer,
  [row]: Row[],
  { tabFilters, columns: chosen }: { tabFilters: string[] | null; columns: string[] | null },
): Column<Row>[] {
  return hiddenIn(chosenColumns(declaration, viewer, chosen), row && declaration.hiddenFields?.(row)).filter(
    (column) => !column.hiddenWhenFilteredBy?.some((filter) => tabFilters?.includes(filter)),
  )
}

/** The menu of columns: those on show in their order, then the others. */
export function columnChoices<Path extends string, Row extends { id: number }>(
  declaration: TableDeclaration<Path, Row> & { record: string; fieldsOf?: string },
  viewer: Viewer,
  shown: Column<Row>[],
  [row]: Row[],
  services: Pick<Services, 'registry'>,
): ColumnChoice[] {
  const all = hiddenIn(permitted(declaration, viewer), row && declaration.hiddenFields?.(row))
  const usual = all.filter(({ asks }) => asks === undefined)
  return [...shown, ...all.filter((column) => !shown.includes(column))].map((column) => ({
    key: columnKey(column),
    label: headingOf(column, declaration, services),
    shown: shown.includes(column),
    usual: usual.includes(column) ? usual.indexOf(column) : null,
    fixed: column.kind === 'main',
  }))
}

/** What a column is called: by itself, or as the catalogue of its record calls the field. */
export function headingOf<Row>(
  column: Column<Row>,
  { record, fieldsOf }: { record: string; fieldsOf?: string },
  { registry }: Pick<Services, 'registry'>,
): string {
  return column.label === undefined ? registry.record(fieldsOf ?? record).facts.label(column.field) : column.label
}

/** A row as the view draws it. */
export function rowModel<Path extends string, Row extends { id: number }>(
  declaration: TableDeclaration<Path, Row>,
  row: Row,
  viewer: Viewer,
  columns: Column<Row>[],
): RowModel {
  return {
    id: row.id,
    cells: columns.map((column) => column.cell(row, viewer)),
    open: declaration.open?.(row, viewer) ?? null,
    actions: declaration.rowActions?.(row, viewer) ?? [],
    css: declaration.rowCss?.(row) ?? null,
    ...(mayEdit(declaration, row, viewer) ? editing(row, columns) : {}),
  }
}

const mayEdit = <Path extends string, Row extends { id: number }>(
  { edits }: TableDeclaration<Path, Row>,
  row: Row,
  viewer: Viewer,
): boolean => edits !== undefined && may(viewer, edits.area, 'change') && (edits.of?.(row, viewer) ?? true)

/** What the cells hold that can be changed where they stand. */
function editing<Row>(row: Row, columns: Column<Row>[]): Pick<RowModel, 'version' | 'edits'> {
  const values = row as Record<string, string | number | null>
  const edits = columns.map((column) => {
    const { edit, field, asks } = column
    if (!edit || field === undefined) return null
    return { field, value: String(values[asks ? askedAs(columnKey(column)) : field] ?? '') }
  })
  return { version: Number(values.version), edits }
}
