/** What the views of `views/platform` draw of saved views; `models.ts` hands it on. */

/** A saved view of a page, as a tab above it. */
export interface ViewTab {
  /** In the address: an id, the key of one that comes with the list, or 'all' for the plain list. */
  key: string
  name: string
  href: string
  isOpen: boolean
  /** Says that it is shared. */
  icon: string | null
  /** How many rows it has; null while nobody has counted them. */
  count: string | null
  /** What it asks for, where the browser shows that without asking the server. */
  query?: string
  /** Whether what is looked at may be saved over it, told with `query`. */
  own?: boolean
}

/** The bar of views above a list. */
export interface ViewsModel {
  tabs: ViewTab[]
  /** Where they are fetched with their counts. */
  url: string
  addUrl: string
  manageUrl: string
  /** Where what is looked at now becomes a report; null for who may not make one. */
  reportUrl: string | null
  /** Whether what is looked at now may be saved over the view that is open. */
  mayChange: boolean
  /** Why the view that was asked for is not shown. */
  note: string | null
}

/** A column in the menu of columns. */
export interface ColumnChoice {
  key: string
  label: string
  shown: boolean
  /** Its place among the usual columns; null for one that is not among them. */
  usual: number | null
  /** The name of the row, which stays. */
  fixed: boolean
}

/** How a list is looked at, beside its filters. */
export interface TableShape {
  defaultSort: string
  /** The view that is open, and the address text that it stands for. */
  view: { key: string; query: string } | null
  /** The columns as the address has them; empty for the usual ones. */
  columnsAsked: string
  /** All columns, those on show first and in their order; null where nothing can be chosen. */
  choices: ColumnChoice[] | null
  /** Where the columns of its files are chosen, and whether the viewer keeps some; null where nothing can be chosen. */
  exportFields: { url: string; own: boolean } | null
  /** By what it is grouped, and by what it can be. */
  groupAsked: string
  groups: { key: string; label: string }[]
  /** The preference that remembers them. */
  columnsPreference: string
}

/** A row of a list that may be grouped. */
export interface GroupedRow {
  /** The head that stands above it, where a group begins: its name, how many it has and sums, and sums below their columns. */
  group?: { key: string; name: string; totals: string[]; under: { column: number; text: string }[] } | null
}
