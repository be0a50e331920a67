/** The shape of a record: its tabs, what is next, what is left to do, and the rail beside what people come for. */
import type { Action } from '../models.ts'

/** A tab, or an item of the left menu. */
export interface PopupItem {
  key: string
  label: string
  icon?: string
  count?: number
  active: boolean
  /** Where the item's content is fetched; null for a group that only has sub-items. A 'script:' URL runs an action. */
  url: string | null
  /** What stands in it one below the other, where that has addresses of its own. */
  blocks?: { label: string; url: string }[]
  /** Nothing is in it yet: it stands behind '+', until it is asked for. */
  behind?: boolean
  /** In a menu that folds: false where something else leads to it, so that only the search box and its address do. */
  leads?: boolean
  /** Its own address, where its key does not complete that of the menu. */
  href?: string
  /** What else the search box finds it by: the texts that stand in it. */
  words?: string[]
  sub: PopupItem[]
}

/** What is done next with a record, and what else can be done with it now. */
export interface NextStep {
  /** Null where what comes next stands in the record itself. */
  lead: Action | null
  others: Action[]
  /** What stands in the record itself; the palette offers it from wherever in the popup somebody is. */
  inside: Action[]
}

/** A line of 'Nog te doen': it does what is left, or leads there. */
export interface TodoLine {
  label: string
  /** Second line: of what, when, who. */
  sub?: string
  icon: string
  /** open: to be done · later: not yet possible · done: was done, and stays as a sign of it. */
  state: 'open' | 'later' | 'done'
  /** Cannot stay as it is: it stands in red. */
  urgent?: boolean
  action?: Action
}
export interface TodoModel {
  lines: TodoLine[]
  /** How many of them are done. */
  done: number
}

/** A block of the rail that another module fills. */
export interface RailBlockModel {
  title: string
  view: string
  data: Record<string, unknown>
}

/** What stands beside what people come for in a record. */
export interface RailModel {
  todo: TodoModel | null
  blocks: RailBlockModel[]
}

/** What people come for in a record, where another module gives it. */
export interface MainModel {
  label: string
  url: string
}
