/**
 * What the platform hands to the views in `views/platform`: finished strings and flags, no logic.
 * The declarations in `screens/*.ts` produce these; `views/platform/*.ejs` and `public/js` consume them.
 */
import type { AddedForm } from './form/field-models.ts'
import type { Navigation } from './nav-models.ts'
import type { FilterField } from './table/filter-field.contract.ts'
import type { NextStep, PopupItem } from './popup/record-models.ts'

import type { GroupedRow, TableShape } from './view-models.ts'

/** A record as change notices name it. Id 0 means: all records of that type. */
export interface RecordRef {
  type: string
  id: number
}

export type PopupSize = 'tiny' | 'small' | 'medium' | 'large' | 'xlarge' | 'full'

/** A coloured label. `css` is one of the classes st-concept … st-cancelled, or a `#rrggbb` chosen in the settings. */
export interface Status {
  label: string
  css: string
}

/** A button, link or menu entry. The server already left out what the viewer may not do. */
export interface Action {
  /** Above a list: stands behind 'Meer'. */
  seldom?: boolean
  label: string
  icon?: string
  /**
   * popup: open `url` in a popup · link: ordinary navigation · post: send `fields` to `url` ·
   * delete: ask what blocks the deletion of `record` first, confirm, then POST `url` with its id ·
   * download: fetch a file · script: run the browser function that `url` names ('script:print').
   */
  kind: 'popup' | 'link' | 'post' | 'delete' | 'download' | 'script'
  url: string
  fields?: Record<string, string>
  record?: RecordRef
  /** Question of the confirmation popup ('Ja' / 'Nee') that precedes the action. */
  confirm?: string
  primary?: boolean
  danger?: boolean
  /** Of an action on a selection: stands behind 'Meer'. */
  more?: boolean
  /** Of an action on a selection: how many rows it takes, and what is said while others are chosen. */
  takes?: { rows: number; otherwise: string }
  /** Of an action on a selection: how it is called for all rows that the filters of the list keep, of so many at most. */
  all?: { label: string; icon: string; most: number }
  /** Other words that people look for it by in the palette. */
  synonyms?: string[]
  /** Of an entry of a menu: what it stands below, together with others, where there are any. */
  under?: Submenu
}

/** A line of a menu that opens the entries below it. */
export interface Submenu {
  label: string
  icon: string
  danger?: boolean
}
// ------------------------------------------------------------------ page

export interface ViewerModel {
  id: number
  name: string
  initials: string
  /** Its roles in Dutch, in one line. */
  roles: string
  /** Name of the administrator who is signed in as this person. */
  actedBy: string | null
}

/** Everything `views/platform/layout.ejs` needs beside the page's own body. */
export interface PageModel {
  title: string
  nav: Navigation
  viewer: ViewerModel
  /** Entries of the 'Nieuw' button in the top bar. */
  create: { action: Action; command: string; key?: string | undefined }[]
  demo: boolean
  dev: boolean
  theme: 'light' | 'dark' | 'auto'
  density: 'compact' | 'default' | 'comfortable'
  collapsed: boolean
  /** False for a viewer who switched the single-key shortcuts off (meta 'single-keys'). */
  singleKeys?: boolean
  /** URL of a popup that the browser opens on top of this page (deep link), or null. */
  openPopup: string | null
  /** Sources of the global search the viewer may use: searchable_type → Dutch plural, icon and URL with `{id}`. */
  searchTypes: Record<string, { label: string; icon: string; open: string }>
  actions: Action[]
  /** A sentence above its content. */
  note?: string | null
  /** Addresses of style sheets of the viewer's own. */
  styles?: string[]
  /** Views of what stands beside search and 'Nieuw'. */
  tools?: string[]
  /** The stylesheet of areas comes after the page. */
  isLean?: boolean
}

// ----------------------------------------------------------------- popup

export interface PopupModel {
  /** Unique in the page (5 random alphanumeric characters, P-245). */
  uid: string
  url: string
  /** The list page a reload of this popup's URL opens behind it. */
  home: string
  size: PopupSize
  secured: boolean
  /** Whether opening it pushes its URL (not for posted data, confirmations, wizard steps). */
  push: boolean
  title: string
  subtitle: string | null
  status: Status | null
  record: RecordRef | null
  actions: Action[]
  /** The one primary of a record, beside its actions. */
  next: NextStep | null
  /** Entries of the dots menu; sent as base64 JSON in a hidden field (P-103). */
  options: Action[]
  layout: 'plain' | 'tabs' | 'menu' | 'steps'
  items: PopupItem[]
  /** Sentences above the content. */
  warnings: string[]
  /** View to include as body, with its locals. */
  view: string
  data: Record<string, unknown>
  /** Whether what people come for stands beside a rail with the checklist and the facts; such a popup is wider. */
  rail: boolean
  /** Present when the popup is a form: the whole popup-body and foot are inside one <form>. */
  form: FormModel | null
  /** Small text at the left of the foot, e.g. 'Laatst gewijzigd op 17-11-2026 16:08 door Marieke de Boer'. */
  footnote: string | null
}

export interface FormModel {
  /** POST target; the popup's own URL unless the specification names another. */
  action: string
  /** Row version for optimistic locking; null for a new record. */
  version: number | null
  /**
   * Buttons: the first is the primary. Each may send an extra field (`name=value`), e.g. 'Toevoegen en openen';
   * what makes something go for good is `danger`.
   */
  submits: { label: string; name?: string; value?: string; danger?: boolean }[]
  multipart: boolean
  /** Its answer may take minutes. */
  slow?: boolean
  /** Why it cannot be sent now: stands beside its buttons, which are off. */
  refusal?: string
  /** What is asked ('Ja' / 'Nee') before it is sent. */
  confirm?: string
  /** 'Terug' stands beside its button. In a question about what a bulk action may do it has the focus, and nothing typed is lost. */
  back?: 'question' | 'form'
  /** What other modules ask beside its own fields (added-fields.ts). */
  added?: AddedForm[]
  /** What the user is told when it fails without saying why, instead of the general text for saving. */
  failText?: string
  /** It is kept where there is no network, and sent later: what it is, for who looks at what was not sent. */
  kept?: string
}

// ----------------------------------------------------------------- table

/** One table cell. A plain string is text; the views escape everything. */
export type Cell =
  | string
  | number
  | null
  | {
      text?: string
      /** Second line or dimmed addition. */
      sub?: string
      /** A line that a phone shows, of what stands in columns that are out of its sight. */
      phone?: string
      muted?: boolean
      icon?: string
      /** Popup opened by this text. */
      popup?: string
      tags?: string[]
      status?: Status
      avatar?: string
      tone?: 'success' | 'warning' | 'danger'
      /** A traffic light that differs in shape too: light--ok, light--soon, light--late or light--booked. */
      light?: Status
      mail?: string
      tel?: string
      /** Yes or no, chosen in the list itself. */
      choice?: CellChoice
    }

export interface CellChoice {
  /** Where the choice is sent, under this name: '1', '0', or empty when the one that holds is pressed. */
  url: string
  name: string
  value: 0 | 1 | null
  /** What is chosen, and of whom. */
  label: string
}

export interface ColumnModel {
  label: string
  /** Sort key, or null when the column cannot be sorted. */
  sort: string | null
  sorted: 'ascending' | 'descending' | 'none'
  /** main: the name column · num: right aligned · long: a sentence, which takes the room there is. */
  kind: 'main' | 'text' | 'num' | 'long'
}

export interface RowModel extends GroupedRow {
  id: number
  cells: Cell[]
  /** Popup (or page) opened by Enter, double click or the name. */
  open: string | null
  actions: Action[]
  css: string | null
  /** Of a row with cells that can be changed where they stand: its version, and per column what the field holds. */
  version?: number
  edits?: ({ field: string; value: string } | null)[]
}

export interface TableModel extends TableShape {
  /** DOM id, also the key of the persisted selection together with the viewer's id. */
  id: string
  url: string
  /** Object type whose change notices refresh single rows. */
  type: string
  title: string
  columns: ColumnModel[]
  rows: RowModel[]
  page: number
  maxPerPage: number
  /** How many rows at a time the viewer may choose, and the one that holds. */
  pageSizes: { size: number; chosen: boolean }[]
  /** URL of the next page, or null at the end. */
  next: string | null
  /** Number of rows that match; null while unknown (the browser fetches `countUrl` then). */
  count: string | null
  countUrl: string
  filters: FilterField[]
  /** Whether the rows only look like what was searched for. */
  isAlike: boolean
  /** Whether the rows took too long to be found, and the filters that would help then. */
  isSlow: boolean
  helpful: FilterField[]
  /** What one row is called, and several: 'contact' and 'contacten'. */
  label: { one: string; many: string }
  /** What stands in the search box; an empty table names it as the cause. */
  searched: string
  /** Whether the user set another filter than the defaults, so that an empty table is not an empty list. */
  isFiltered: boolean
  /**
   * What a table in a tab sends along when it fetches rows, so that the server knows which tab it is in; null on a
   * page.
   */
  tabFilters: string | null
  /** The order that was chosen; empty for the usual one, which may follow from the filters. */
  sort: string
  selectable: boolean
  /** Actions on the selection; get `ids=1,2,3` (popup, post) appended. */
  bulk: Action[]
  /** DELETE target of the mass delete, or null. */
  massDeleteUrl: string | null
  /** Where a changed cell is sent. */
  editUrl: string | null
  exportUrl: string | null
  addAction: Action | null
  /** The map above it, for who may open it: under which name that is kept, and whether it is open. */
  map: { preference: string; isOpen: boolean } | null
  addAbove: Action | null
  empty: { icon: string; title: string; text: string; action: Action | null }
}

/** A short message after something was done. */
export interface Flash {
  str: string
  type: 'success' | 'error' | 'warning' | 'info'
  /** The change set that can be taken back from here, and for how many seconds that is offered. */
  undo?: { set: number; seconds: number }
}

/** What a successful save tells the browser, in the header HX-Trigger. */
export interface Outcome {
  changed?: RecordRef[]
  flash?: Flash
  /** Popup to open after this one closed. */
  open?: string
  /** File that the browser fetches and saves. */
  download?: string
  redirect?: string
}

export type * from './form/field-models.ts'
export type * from './popup/record-models.ts'
export type * from './view-models.ts'
export type * from './form/step-models.ts'
