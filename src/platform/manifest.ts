import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Reason } from './errors.ts'
import type { Area } from './http/rights.ts'
import type { Viewer } from './http/viewer.ts'
import type { Db, Trx } from './database/types.ts'
import type { JobHandler } from './jobs/jobs.ts'
import type { Secrets } from './secrets.ts'
import type { Action, RecordRef } from './screens/models.ts'
import type { Screen } from './screens/screen.ts'
import type { SearchSource } from './search.ts'
import type { SelectorSource } from './screens/selector.ts'
import type { Registry } from './registry.ts'
import type { Services } from './services.ts'
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
  names?(db: Db | Trx, ids: number[]): Promise<Map<number, string>>
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

/** A row of what is kept about a person: Dutch heading → value as the person reads it. */
export type PersonRow = Record<string, string | number | null>

/** What anonymising a person does with one kind of data. */
export interface AnonymisePlan {
  /** What is emptied, as noun phrases: '3 opmerkingen bij inschrijvingen'. */
  emptied: string[]
  /** What must stay, and which duty says so. */
  kept: { what: string; why: string }[]
  /** Sentences that say why it cannot be done now. */
  blocked: string[]
}

/** One kind of data about a person, for the rights of that person (GDPR articles 15 and 17; dutch-domain.md 6). */
export interface PersonDataSource {
  key: string
  /** Dutch heading in the file the person gets. */
  label: string
  /** Everything that is kept about the person with this contact id. */
  collect(services: Services, contactId: number): Promise<PersonRow[]>
  plan?(db: Db | Trx, contactId: number): Promise<AnonymisePlan>
  /** Empties what the plan says. Runs with all others in one transaction; what is done twice does no harm. */
  anonymise?(trx: Trx, contactId: number, services: Pick<Services, 'jobs'>): Promise<void>
}

/** Personal data that loses its purpose after a while (GDPR article 5.1e; dutch-domain.md 6). */
export interface RetentionKind {
  key: string
  label: string
  /** What is done after how long: 'na verzending: het bericht wordt verwijderd'. */
  basis: string
  /** Months it is kept, unless an administrator chooses otherwise. */
  months: number
  count(db: Db | Trx, before: Date): Promise<number>
  /** Removes or empties what is older than `before`; answers how much. */
  remove(trx: Trx, before: Date, services: Pick<Services, 'jobs'>): Promise<number>
}

/** How the history names a column: its Dutch label, and what its values mean where they do not speak for themselves. */
export type HistoryField = string | { label: string; record?: string; values?: Record<string, string> }

/** How the history names the records of one type, as the history triggers call it, and their columns. */
export interface HistoryLabels {
  /** Dutch singular with a capital: 'Contact'. */
  label: string
  fields: Record<string, HistoryField>
}

/** A tab or menu item that one area adds to the popup of another: a string, not an import. */
export interface PopupExtension {
  /** The record type whose popup gets it, or which types do for this viewer. */
  record: string | ((type: KnownRecord, viewer: Viewer, registry: Registry) => boolean)
  key: string
  label: string
  icon: string
  area: Area
  order: number
  url(id: number, type: string): string
  /** Number behind the label, as a scalar SQL expression; all counts of a popup come in one round trip. */
  count?(viewer: Viewer, id: number, type: string, records: Records): Expression<number>
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

/** A tab of the settings page, shown to who may view its area; `url` is a screen that answers its content. */
export interface SettingsTab {
  key: string
  label: string
  icon: string
  area: Area
  order: number
  url: string
}

/** Reasons that block deleting (or disabling) a record; every area adds those it knows of. Zero counts are left out. */
export interface PreventorSource {
  record: string
  /** What it keeps from happening; both when absent. */
  what?: 'delete' | 'disable'
  reasons(db: Db | Trx, id: number): Promise<Reason[]>
}

/** What `/file/upload` takes images for; the fields of a form name it by its path (`upload` in field-models.ts). */
export interface UploadPlace {
  /** Letters, digits and dashes: it is also the folder of the files. */
  path: string
  /** Whoever may change something here may upload. */
  area: Area
}

/** A database constraint whose violation is the user's to mend: constraint name → field and Dutch message. */
export type ConstraintMessages = Record<string, { field: string; message: string }>

/**
 * What happens to a row of this table when two records become one and the kept one has such a row already, e.g. both
 * are enrolled in the same part. Without one such a merge is refused.
 */
export interface MergeSettlement {
  /** Record type of the two. */
  record: string
  table: string
  /** `row` cannot be moved to the kept record; 'drop': it says nothing that the kept record's own does not say. */
  settle:
    'drop' | ((trx: Trx, what: { row: Record<string, unknown> & { id: number }; keptId: number }) => Promise<void>)
}

/** What an area hands to the whole. */
export interface Manifest {
  name: string
  screens: Screen[]
  records?: RecordType[]
  search?: SearchSource[]
  selectors?: SelectorSource[]
  nav?: NavEntry[]
  extensions?: PopupExtension[]
  settingsTabs?: SettingsTab[]
  create?: { action: Action; area: Area }[]
  preventors?: PreventorSource[]
  merging?: MergeSettlement[]
  uploads?: UploadPlace[]
  jobs?: Record<string, JobHandler>
  /** Jobs that run by the clock: name of the job → minute, hour, day, month and weekday in UTC, as cron writes it. */
  crons?: Record<string, string>
  /** Seals what rests in tables of its own with the secret of now (platform/secrets). */
  reseal?: ((trx: Trx, secrets: Secrets) => Promise<void>)[]
  /** Ends what lets a user in without a session, such as a link, when they are signed out everywhere. */
  endAccess?: ((trx: Trx, userId: number) => Promise<void>)[]
  personData?: PersonDataSource[]
  retention?: RetentionKind[]
  audiences?: Audience[]
  constraints?: ConstraintMessages
  /** What follows from another value of a setting, by its key, in the same transaction; answers what changed by it. */
  onSetting?: Record<string, (trx: Trx) => Promise<RecordRef[]>>
  /** What follows when the owner of an account gave it another address, likewise. */
  onAccountEmail?(trx: Trx, account: { contactId: number; email: string }): Promise<RecordRef[]>
  /** Tables whose rows come from the migrations; they stay when everything else is put back to the story. */
  fixedTables?: string[]
  /** A style sheet of the viewer's own beside that of the product, or null. */
  ownStyle?(viewer: Viewer): string | null
  /** By record type; types without labels are shown to administrators only, in the words of the database. */
  history?: Record<string, HistoryLabels>
  /** Fills the demo story; areas run in the order of `app.ts`. */
  story?(trx: Trx, story: Story, today: Date): Promise<void>
  /** Tells what hangs on the records of others (notes, documents), once all areas have told theirs. */
  epilogue?(trx: Trx, story: Story, today: Date): Promise<void>
}

export type { RecordRef }

/** What one module of an area contributes. */
export type ModulePart = Partial<Omit<Manifest, 'name'>>
