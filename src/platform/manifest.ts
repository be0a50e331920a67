import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Reason } from './errors.ts'
import type { Area } from './http/rights.ts'
import type { Viewer } from './http/viewer.ts'
import type { Db, Trx } from './database/types.ts'
import type { JobHandler } from './jobs/jobs.ts'
import type { Action, RecordRef } from './screens/models.ts'
import type { Screen } from './screens/screen.ts'
import type { SearchSource } from './search.ts'
import type { SelectorSource } from './screens/selector.ts'
import type { Story } from './story.ts'

/** A kind of record, registered once by the module that owns it. */
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
  /** Popup of one record, with `{id}`. */
  open: string | null
  /** Names for confirmations and history, by id. */
  names?(db: Db, ids: number[]): Promise<Map<number, string>>
  /** The name of a row as SQL over its own table, for lists of things that hang on records of several types. */
  nameSql?: Expression<string>
  /** Likewise the address to write to. */
  emailSql?: Expression<string | null>
  /** People write notes on such records; its migration calls `carries_notes`. */
  carriesNotes?: true
}

/** A registered record type, whose scope needs the viewer only. */
export type KnownRecord = Omit<RecordType, 'visibleTo'> & { visibleTo(viewer: Viewer): Expression<SqlBool> }

/** The record types of all areas, as one of them gets to see the others. */
export interface Records {
  record(type: string): KnownRecord
  recordTypes(): KnownRecord[]
  /** Name and e-mail address of one record, as far as its type has them. */
  describe(db: Db | Trx, record: RecordRef): Promise<RecordRef & { name: string; email: string | null }>
}

export interface NavEntry {
  group: string | null
  label: string
  icon: string
  href: string
  area: Area
  order: number
}

/** A tab or menu item that one area adds to the popup of another: a string, not an import. */
export interface PopupExtension {
  /** The record type whose popup gets it, or which types do for this viewer. */
  record: string | ((type: KnownRecord, viewer: Viewer) => boolean)
  key: string
  label: string
  icon: string
  area: Area
  order: number
  url(id: number, type: string): string
  /** Number behind the label, as a scalar SQL expression; all counts of a popup come in one round trip. */
  count?(viewer: Viewer, id: number, type: string): Expression<number>
  /** Something wrong that stands above everything else in the popup, as SQL beside the counts; null when all is well. */
  warning?(type: KnownRecord, id: number): Expression<string | null>
}

/** Something a template may name, e.g. `ontvanger.naam`; a list has the names of what stands in each of its items. */
export interface MailVariable {
  name: string
  label: string
  each?: { name: string; label: string }[]
}

/** Somebody a message goes to, as a row of SQL. */
export interface AudienceRow {
  contact_id: number
  kind: string
  name: string
  email: string | null
}

/** People that a message can be written to, found by the area that knows them: contacts, those of a course. */
export interface Audience {
  /** `:type` of /messages/write. */
  type: 'default' | 'course'
  /** Type of the records whose people they are. */
  record: string
  /** Kinds of recipients, each with the variables that a message to them may use. */
  kinds: { key: string; label: string; variables: MailVariable[] }[]
  /** The people of these records, each once; one statement, so that thousands are queued by one. */
  people(viewer: Viewer, ids: number[], kinds: string[]): RawBuilder<AudienceRow>
  /** What the variables are for these people, by contact id. */
  values(
    db: Db,
    ids: number[],
    people: { contactId: number; kind: string }[],
  ): Promise<Map<number, Record<string, unknown>>>
}

/** Reasons that block deleting (or disabling) a record; every area adds those it knows of. Zero counts are left out. */
export interface PreventorSource {
  record: string
  reasons(db: Db | Trx, id: number): Promise<Reason[]>
}

/** A database constraint whose violation is the user's to mend: constraint name → field and Dutch message. */
export type ConstraintMessages = Record<string, { field: string; message: string }>

/** What an area hands to the whole. */
export interface Manifest {
  name: string
  screens: Screen[]
  records?: RecordType[]
  search?: SearchSource[]
  selectors?: SelectorSource[]
  nav?: NavEntry[]
  extensions?: PopupExtension[]
  create?: { action: Action; area: Area }[]
  preventors?: PreventorSource[]
  audiences?: Audience[]
  jobs?: Record<string, JobHandler>
  /** Jobs that run by the clock, as crontab patterns in UTC: task → pattern. One process of several runs them. */
  schedules?: Record<string, string>
  constraints?: ConstraintMessages
  /** Fills the demo story; areas run in the order of `app.ts`. */
  story?(trx: Trx, story: Story, today: Date): Promise<void>
  /** Tells what hangs on the records of others (notes, documents), once all areas have told theirs. */
  epilogue?(trx: Trx, story: Story, today: Date): Promise<void>
}

export type { RecordRef }

/** What one module of an area contributes. */
export type ModulePart = Partial<Omit<Manifest, 'name'>>

/** Joins the parts of an area's modules, in their order, into the area's manifest. */
export function area(name: string, parts: ModulePart[]): Manifest {
  const list = <
    K extends
      'screens' | 'records' | 'search' | 'selectors' | 'nav' | 'extensions' | 'create' | 'preventors' | 'audiences',
  >(
    key: K,
  ) => parts.flatMap((part): NonNullable<Manifest[K]>[number][] => part[key] ?? []) as NonNullable<Manifest[K]>
  return {
    name,
    screens: list('screens'),
    records: list('records'),
    search: list('search'),
    selectors: list('selectors'),
    nav: list('nav'),
    extensions: list('extensions'),
    create: list('create'),
    preventors: list('preventors'),
    audiences: list('audiences'),
    jobs: Object.assign({}, ...parts.map((part) => part.jobs ?? {})) as Record<string, JobHandler>,
    schedules: Object.assign({}, ...parts.map((part) => part.schedules ?? {})) as Record<string, string>,
    constraints: Object.assign({}, ...parts.map((part) => part.constraints ?? {})) as ConstraintMessages,
    async story(trx, story, today) {
      for (const part of parts) await part.story?.(trx, story, today)
    },
    async epilogue(trx, story, today) {
      for (const part of parts) await part.epilogue?.(trx, story, today)
    },
  }
}
