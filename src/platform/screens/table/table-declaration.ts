import type { Expression, SqlBool } from 'kysely'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Services } from '../../services.ts'
import type { Db, RowQuery, Trx } from '../../database/types.ts'
import type { GuardedAction } from '../popup/guarded-actions.ts'
import type { Action, Cell, ColumnModel } from '../models.ts'
import type { Saved } from '../form/save.ts'
import type { ParamsOf } from '../screen.ts'
import type { FilterValues, Filters } from './table-filters.ts'
import type { MapModel } from './table-map.contract.ts'
import type { Group } from './table-groups.ts'
import type { Sort } from './table-query.ts'
import type { ShippedView } from './table-views.ts'

/** What a column is called: by itself, or as the field of its record that it shows. */
type Heading = { label: string; field?: string } | { label?: undefined; field: string }

export type Column<Row> = Heading & {
  cell(row: Row, viewer: Viewer): Cell
  sort?: string
  kind?: ColumnModel['kind']
  /** In the address, where it is neither that of its field nor of its sort. */
  key?: string
  /** Of a column that is there for who asks for it: what it reads beside the rows of the list. */
  asks?: (viewer: Viewer) => Expression<unknown>
  /** By which `hiddenFields` leaves it out, where that is not its field: a city goes with the address. */
  hiddenAs?: string
  /** Its field holds one value, which is changed in the list itself. */
  edit?: true
  /** Left out for a viewer for whom this is false. */
  when?(viewer: Viewer): boolean
  /** Left out in a tab that sets one of these filters: there the column would say the same in every row. */
  hiddenWhenFilteredBy?: string[]
}

export interface TableDeclaration<Path extends string, Row extends { id: number }> {
  path: Path
  /** The entry of the menu that it belongs to, where its address does not stand below that. */
  menu?: string
  title: string
  /** All rows before scope and filters; selects the columns the cells read, and `id`. */
  query(db: Db, viewer: Viewer, params: ParamsOf<Path>, services: Services): RowQuery<Row>
  /** Completes the rows of one page with what no query can join, such as the names of records of any type. */
  complete?(rows: Row[], services: Services, viewer: Viewer): Promise<Row[]>
  columns: Column<Row>[]
  /** Columns that are there for who asks for them. */
  moreColumns?: Column<{ id: number }>[]
  /** Fields that are hidden from everybody now, by the `field` of their columns, which are left out. */
  hiddenFields?(row: Row): ReadonlySet<string>
  sorts: Record<string, Sort>
  defaultSort: string
  /** By what its rows can be grouped. */
  groups?: Record<string, Group<never>>
  filters?: Filters
  defaults?: FilterValues
  /** A condition that depends on which filters are set, not on what they are set to. */
  narrows?(isSet: (filter: string) => boolean): Expression<SqlBool>
  /** What a click on the row opens; null where there is nothing, or nothing the viewer may see. */
  open?(row: Row, viewer: Viewer): string | null
  /** Views that come with the list, as tabs above it. */
  views?: ShippedView[]
  /**
   * The call that changes a cell (`cellEdit`), whose rows carry their `version`; by whose right, and of which rows where
   * that does not say it.
   */
  edits?: { url: string; area: Area; of?(row: Row, viewer: Viewer): boolean }
  rowActions?(row: Row, viewer: Viewer): Action[]
  rowCss?(row: Row): string | null
  /** The button for another row; its address may name parameters of the path of the list. */
  add?: GuardedAction
  /** Filters whose values the form of a new row starts with, such as the company whose people are listed. */
  addWith?: string[]
  /** False where the tab around the table has a button of its own. */
  addEmbedded?: false
  /** With more rows than this the button stands above the table too. */
  addAboveFrom?: number
  actions?: GuardedAction[]
  bulk?: GuardedAction[]
  /** Deletes the chosen rows. Visibility was checked; the command checks what blocks a deletion. */
  massDelete?: {
    area: Area
    /** Its address, where that is not below the one of the list. */
    path?: string
    remove(trx: Trx, ids: number[], viewer: Viewer, services: Services): Promise<Saved>
  }
  /** A map above it, which shows where the rows lie that the list shows. */
  map?: {
    /** Under which name it is kept for each user that it is open. */
    preference: string
    /** By the rows that match, and how near they are looked at: 7 is the whole country. */
    answer(db: Db, found: RowQuery<unknown>, at: { zoom: number }): Promise<MapModel>
  }
  exportable?: boolean
  /** A sentence above the page that everybody who looks at the list, as it is filtered, has to know. */
  note?(services: Services, filters: FilterValues): Promise<string | null>
  /** What stands where there is nothing; who sees own records only may have to read it otherwise. */
  empty: Empty | ((viewer: Viewer) => Empty)
}

export interface Empty {
  icon: string
  title: string
  text: string
  /** What to begin with, where that is not the button for another row. */
  action?: GuardedAction
}
