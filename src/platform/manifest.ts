import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Catalogue } from './fields/facts.ts'
import type { Facts } from './fields/shown.ts'
import type { Area } from './access/rights.ts'
import type { ListRole } from './access/roles.ts'
import type { Viewer } from './access/viewer.ts'
import type { Db, Trx } from './database/types.ts'
import type { JobHandler } from './jobs/jobs.ts'
import type { Gift } from './points.ts'
import type { Registry } from './registry.ts'
import type { Action, RecordRef } from './screens/models.ts'
import type { Screen } from './screens/screen.ts'
import type { SelectorSource } from './screens/table/selector.ts'
import type { Story } from './story.ts'

/** A record type, registered once by the module that owns it. */
export interface RecordType {
  type: string
  /** Dutch, singular and plural, for sentences: 'contact', 'contacten'. */
  label: { one: string; many: string }
  /** Area whose view right decides who sees such records at all. */
  area: Area
  table: string
  /**
   * Which rows the viewer may see; refers to the table by its own name. Records that hang on others (notes, documents)
   * find the scope of those in `records`.
   */
  visibleTo(viewer: Viewer, records: Records): Expression<SqlBool>
  /** Who sees such a record sees the one of this type too that a column of it names. */
  leadsTo?: { type: string; column: string }
  /**
   * Some rows are somebody's alone, also for who has all of the area. Its `visibleTo` goes by the columns of the row, so
   * that it judges one that is gone too, as the history kept it.
   */
  personal?: true
  /** Popup of one record, with `{id}`. */
  open: string | null
  /** Names for confirmations and history, by id. */
  names?(db: Db | Trx, ids: number[]): Promise<Map<number, string>>
  /** The name of a row as SQL over its own table, for lists of things that hang on records of several types. */
  nameSql?: Expression<string>
  /** Likewise the address to write to. */
  emailSql?: Expression<string | null>
  /** Its field catalogue: column → facts about the field, the same wherever it is shown. */
  fields?: Catalogue
  /** False where the history does not speak of such records. */
  history?: false
  /** Records whose history is read with that of one of these: rows of `record_type` and `record_id`. */
  historyAlong?(id: number): RawBuilder<unknown>
  /**
   * What can be attached to such records, by type and id: 'notes', 'documents', 'messages', 'tasks'. Its migration calls the
   * function of each, such as `carries_notes`.
   */
  carries?: readonly string[]
}

/** A registered record type, whose scope needs the viewer only; `facts` is how views name its fields. */
export type KnownRecord = Omit<RecordType, 'visibleTo'> & {
  visibleTo(viewer: Viewer): Expression<SqlBool>
  facts: Facts
}

/** The record types of all areas, as each of them may use the others. */
export interface Records {
  record(type: string): KnownRecord
  recordTypes(): KnownRecord[]
  /** Whether the viewer sees the record of this type whose id stands in a column; null never is. */
  sees(viewer: Viewer, type: string, id: Expression<unknown>): Expression<SqlBool>
  /** Name and e-mail address of one record, as far as its type has them. */
  describe(db: Db | Trx, record: RecordRef): Promise<RecordRef & { name: string; email: string | null }>
}

export interface NavEntry extends OfModule {
  /** Key of the group that it stands in for who plans; left out it stands by itself. */
  group?: string
  label: string
  icon: string
  href: string
  /** The address that its pages stand below beside its own. */
  within?: string
  area: Area
  order: number
  /** The letter that goes there after g. */
  key?: string
  /** Other words that the palette finds it by. */
  synonyms?: string[]
  /** What it waits for stands beside it as a number that opens exactly these rows; the name of a point of attention. */
  waits?: string
  /** On a phone it stands in the bar above every page too, one tap away. */
  atHand?: true
  /** Its place in the list of a role that has no groups, and its name there where that is another one. */
  lists?: Partial<Record<ListRole, number | { order: number; label: string }>>
  /** Another view of this page: beside its title and in the palette, not in the menu. */
  under?: string
  /** Set up once and seldom looked at: it stands below 'Instellingen', and in sight while somebody is there. */
  setup?: true
}

/** What belongs together in the menu; its entries name it. */
export interface NavGroup {
  key: string
  label: string
  icon: string
  order: number
}

/** An entry of 'Nieuw'. */
export interface CreateEntry extends OfModule {
  action: Action
  area: Area
  /** What it is called where nothing around it says 'Nieuw': 'Nieuwe planning'. */
  command: string
  /** The letter that opens it after c. */
  key?: string
}

/** How a violated constraint that a user can mend is told: on which field, in Dutch. */
export interface ConstraintMessage {
  field: string
  message: string
  /** Says it of this very violation, by what PostgreSQL tells of it; null: as `message` does. */
  told?: (of: { db: Db | Trx; registry: Registry }, detail: string) => Promise<string | null>
}
/** By the name of the constraint. */
export type ConstraintMessages = Record<string, ConstraintMessage>

/**
 * A part of the product that an organisation may do without. Switched off, what it offers is not shown: entries of the
 * menu and the palette, tabs, steps and what asks attention. Its addresses, records, rights and jobs stay.
 */
export interface ProductModule {
  key: string
  /** Dutch, as the settings name it. */
  label: string
}

/** What is offered, and by which module; it is marked by the manifest of its area. */
export interface OfModule {
  module?: string
}

/** What an area contributes to the product. */
export interface Manifest {
  name: string
  screens: Screen[]
  /** Screens that follow from what the records of all areas carry. */
  screensOver?(types: readonly RecordType[]): Screen[]
  records?: RecordType[]
  selectors?: SelectorSource[]
  /** What of it can be switched off. */
  modules?: ProductModule[]
  nav?: NavEntry[]
  navGroups?: NavGroup[]
  create?: CreateEntry[]
  jobs?: Record<string, JobHandler>
  /** Jobs that run by the clock: name of the job → minute, hour, day, month and weekday in UTC, as cron writes it. */
  crons?: Record<string, string>
  constraints?: ConstraintMessages
  /** What it adds to the work of others (points.ts). */
  gifts?: Gift[]
  /** Fills the demo story; areas run in the order of `app.ts`. */
  story?(trx: Trx, story: Story, today: Date): Promise<void>
  /** Tells what hangs on the records of others (notes, documents), once all areas have told theirs. */
  afterStory?(trx: Trx, story: Story, today: Date): Promise<void>
}

export type { RecordRef }

/**
 * What one module of an area contributes; the forms of a record (`recordForms`) are several screens. With `module` it can
 * be switched off, with all others of that word.
 */
export type ModulePart = Partial<Omit<Manifest, 'name' | 'screens' | 'modules'>> & {
  screens?: (Screen | Screen[])[]
  module?: ProductModule
}
