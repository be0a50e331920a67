/** Which filters count, and how they read. */
import { type CalendarFilterKey } from '../../src/training/calendar/calendar.contract.ts'

/** Filter key → value or text. */
export type FilterMap = Readonly<Record<string, string>>

export interface Filters {
  values: FilterMap
  /** The chosen value as people read it. */
  names: FilterMap
}

export const NO_FILTERS: Filters = { values: {}, names: {} }

export const FILTER_LABELS: Readonly<Record<CalendarFilterKey, string>> = {
  course_id: 'Opleiding',
  instructor_id: 'Docent',
  not_full: 'Niet vol',
  incompany: 'Incompany',
  status: 'Status',
  establishment_id: 'Vestiging',
  room_id: 'Lokaal',
  tasks: 'Taken',
  company_id: 'Bedrijf',
  appointment_group_id: 'Planning',
}

const LABELS: FilterMap = FILTER_LABELS

/** Empty values, numbers up to 0 (nothing chosen) and 'all' do not narrow anything. */
export function narrows(value: string): boolean {
  const text = value.trim()
  if (text === '' || text === 'all') return false
  return Number.isNaN(Number(text)) || Number(text) > 0
}

export interface Chip {
  key: string
  label: string
  text: string
}

export function chipsOf({ values, names }: Filters): Chip[] {
  return Object.entries(values)
    .filter(([, value]) => narrows(value))
    .map(([key, value]) => ({ key, label: labelOf(key), text: names[key] ?? value }))
}

export function labelOf(key: string): string {
  return LABELS[key] ?? key
}

export function narrowing(values: FilterMap): FilterMap {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => narrows(value)))
}

export function without({ values, names }: Filters, key: string): Filters {
  const drop = (map: FilterMap): FilterMap => Object.fromEntries(Object.entries(map).filter(([name]) => name !== key))
  return { values: drop(values), names: drop(names) }
}
