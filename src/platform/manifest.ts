import type { Expression, SqlBool } from 'kysely'
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
  /** Which rows the viewer may see; refers to the table by its own name. */
  visibleTo(viewer: Viewer): Expression<SqlBool>
  /** Popup of one record, with `{id}`. */
  open: string | null
  /** Names for confirmations and history, by id. */
  names?(db: Db | Trx, ids: number[]): Promise<Map<number, string>>
}

export interface NavEntry {
  group: string | null
  label: string
  icon: string
  href: string
  area: Area
  order: number
}

/** A tab or menu item that a higher area adds to the popup of a lower one: a string, not an import. */
export interface PopupExtension {
  record: string
  key: string
  label: string
  icon: string
  area: Area
  order: number
  url(id: number): string
  /** Number behind the label, as a scalar SQL expression; all counts of a popup come in one round trip. */
  count?(viewer: Viewer, id: number): Expression<number>
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
  jobs?: Record<string, JobHandler>
  constraints?: ConstraintMessages
  /** Tables whose rows come from the migrations; they stay when everything else is put back to the story. */
  fixedTables?: string[]
  /** A style sheet of the viewer's own beside that of the product, or null. */
  ownStyle?(viewer: Viewer): string | null
  /** Fills the demo story; areas run in the order of `app.ts`. */
  story?(trx: Trx, story: Story, today: Date): Promise<void>
}

export type { RecordRef }

/** What one module of an area contributes. */
export type ModulePart = Partial<Omit<Manifest, 'name'>>

/** Joins the parts of an area's modules, in their order, into the area's manifest. */
export function area(name: string, parts: ModulePart[]): Manifest {
  const list = <
    K extends
      | 'fixedTables'
      | 'screens'
      | 'records'
      | 'search'
      | 'selectors'
      | 'nav'
      | 'extensions'
      | 'settingsTabs'
      | 'create'
      | 'preventors'
      | 'merging',
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
    settingsTabs: list('settingsTabs'),
    fixedTables: list('fixedTables'),
    create: list('create'),
    preventors: list('preventors'),
    merging: list('merging'),
    jobs: Object.assign({}, ...parts.map((part) => part.jobs ?? {})) as Record<string, JobHandler>,
    constraints: Object.assign({}, ...parts.map((part) => part.constraints ?? {})) as ConstraintMessages,
    ownStyle: (viewer) => parts.map((part) => part.ownStyle?.(viewer) ?? null).find((url) => url !== null) ?? null,
    async story(trx, story, today) {
      for (const part of parts) await part.story?.(trx, story, today)
    },
  }
}
