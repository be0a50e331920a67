/** The columns that a viewer sees of a table, and its rows in them. */
import type { Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { RowModel } from './models.ts'
import type { Column, TableDeclaration } from './table-declaration.ts'

/**
 * The columns for these rows.
 * @param tabFilters the filters that the tab around the table sets
 */
export function columnsFor<Path extends string, Row extends { id: number }>(
  declaration: TableDeclaration<Path, Row>,
  viewer: Viewer,
  [row]: Row[],
  tabFilters: string[] | null,
): Column<Row>[] {
  const hidden = row && declaration.hiddenFields?.(row)
  return declaration.columns.filter(
    (column) =>
      (column.when?.(viewer) ?? true) &&
      !hidden?.has(column.field ?? '') &&
      !column.hiddenWhenFilteredBy?.some((filter) => tabFilters?.includes(filter)),
  )
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
    open: declaration.open?.(row) ?? null,
    actions: declaration.rowActions?.(row, viewer) ?? [],
    css: declaration.rowCss?.(row) ?? null,
  }
}
