import { formatDate, formatDateTime, formatMoney } from '../../platform/format/format.ts'
import type { HistoryField, KnownLabels } from './points.ts'

/** What happened, in words; an action that is not listed is shown as it is called. */
export const ACTIONS: Record<string, string> = {
  insert: 'Toegevoegd',
  update: 'Gewijzigd',
  delete: 'Verwijderd',
  export: 'Geëxporteerd',
  'sign-in': 'Ingelogd',
  'sign-in-failed': 'Inloggen mislukt: onjuist wachtwoord',
  'code-failed': 'Inloggen mislukt: onjuiste code',
  'login-as': 'Ingelogd als deze gebruiker',
  'login-as-end': 'Terug naar eigen account',
  'reset-password': 'Wachtwoord opnieuw ingesteld',
  'email-asked': 'Ander e-mailadres gevraagd',
  'email-withdrawn': 'Wijziging van het e-mailadres ingetrokken',
  'two-step-on': 'Tweestapsverificatie ingeschakeld',
  'two-step-off': 'Tweestapsverificatie uitgeschakeld',
  'person-file': 'Persoonsgegevens opgevraagd',
  anonymise: 'Geanonimiseerd',
  masked: 'Onleesbaar gemaakt na verwijdering',
  merge: 'Samengevoegd',
  merge_undone: 'Samenvoeging ongedaan gemaakt',
  'replace-secret': 'Sleutel vervangen',
  reset: 'Alles hersteld',
  truncate: 'Fouten gewist',
  retention: 'Opgeschoond na de bewaartermijn',
}
export const actionLabel = (action: string): string => ACTIONS[action] ?? action

export interface ChangeLine {
  label: string
  /** Null for a detail of an event, which had no value before. */
  from: string | null
  to: string
}

type Changes = Record<string, unknown>

const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2

/** The changes with whose it is in one: `object_type` and `object_id` as `contact_id`. */
function withOwner(labels: KnownLabels | undefined, changes: Changes): Changes {
  const { object_type, object_id, ...rest } = changes
  const type = [object_type].flat().find((value) => typeof value === 'string')
  return labels?.of === undefined || type === undefined ? changes : { ...rest, [`${type}_id`]: object_id }
}

const isObject = (value: unknown): value is Changes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** A column that holds several fields, as that of a setting, is told by those that changed. */
function withParts(labels: KnownLabels | undefined, changes: Changes): Changes {
  const partsOf = ([column, value]: [string, unknown]): [string, unknown][] => {
    if (!isPair(value) || !value.some(isObject)) return [[column, value]]
    const [from, to] = value.map((side) => (isObject(side) ? side : {}))
    const names = Object.keys({ ...from, ...to }).filter((name) => labels?.fields[name] !== undefined)
    const changed = names.filter((name) => !isSame(from![name], to![name]))
    return changed.length === 0 ? [[column, value]] : changed.map((name) => [name, [from![name], to![name]]])
  }
  return Object.fromEntries(Object.entries(changes).flatMap(partsOf))
}

/** The changes by what a reader knows: whose it is in one, and a column of several fields as these. */
export const readable = (labels: KnownLabels | undefined, changes: Changes): Changes =>
  withParts(labels, withOwner(labels, changes))

/** Names of records by 'type:id'. */
export type Names = ReadonlyMap<string, string>

/** What stands for no value. */
export const EMPTY = '–'
const fieldOf = (labels: KnownLabels | undefined, column: string): Exclude<HistoryField, string> => {
  const field = labels?.fields[column] ?? column
  return typeof field === 'string' ? { label: field } : field
}

function inWords(field: Exclude<HistoryField, string>, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (Array.isArray(value))
    return value.length === 0 ? EMPTY : value.map((item) => inWords(field, item, names)).join(', ')
  // A choice of two may be kept as yes or no, and has words of its own.
  if (typeof value === 'boolean') return field.values?.[value ? '1' : '0'] ?? (value ? 'Ja' : 'Nee')
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value)
  const text = String(value)
  if (field.money && /^-?\d+$/.test(text)) return formatMoney(Number(text))
  if (field.record) return names.get(`${field.record}:${text}`) ?? text
  if (field.values) return field.values[text] ?? text
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text)
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? new Date(text) : null
  return moment && !Number.isNaN(moment.getTime()) ? formatDateTime(moment) : text
}

/** The changed fields of one entry in words, in the order in which the labels name them. */
export function changeLines(
  labels: KnownLabels | undefined,
  action: string,
  changes: Record<string, unknown>,
  names: Names,
): ChangeLine[] {
  const order = Object.keys(labels?.fields ?? {})
  const rank = (column: string) => (order.includes(column) ? order.indexOf(column) : order.length)
  const isRow = action === 'insert' || action === 'update' || action === 'delete'
  return Object.entries(changes)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([column, value]) => {
      const field = fieldOf(labels, column)
      if (!isRow || !isPair(value)) return { label: field.label, from: null, to: inWords(field, value, names) }
      return { label: field.label, from: inWords(field, value[0], names), to: inWords(field, value[1], names) }
    })
}

/** The ids of other records that the changes name, by their type. */
export function mentioned(
  labels: KnownLabels | undefined,
  changes: Record<string, unknown>,
): { type: string; id: number }[] {
  return Object.entries(changes).flatMap(([column, value]) => {
    const { record } = fieldOf(labels, column)
    if (!record) return []
    return [value]
      .flat(2)
      .filter((id): id is number => typeof id === 'number')
      .map((id) => ({ type: record, id }))
  })
}

const SHOWN_IN_ROW = 2

/** The changes in one line of a list: the first ones, and how many more there are. */
export function summary(action: string, lines: ChangeLine[]): string {
  const shown = lines.slice(0, SHOWN_IN_ROW).map(({ label, from, to }) => {
    if (action === 'insert' || from === null) return `${label}: ${to}`
    return action === 'delete' ? `${label}: ${from}` : `${label}: ${from} → ${to}`
  })
  const more = lines.length - shown.length
  return more > 0 ? `${shown.join(' · ')} · en ${more} meer` : shown.join(' · ')
}

/** What a record is called by what was written of it, when it is there no more. */
const NAMES = ['name', 'description', 'title', 'subject', 'number', 'last_name']

export function nameIn(changes: Record<string, unknown>): string | null {
  for (const column of NAMES) {
    const text = [changes[column]].flat(1).find((value) => typeof value === 'string' && value !== '')
    if (typeof text === 'string') return text
  }
  return null
}
