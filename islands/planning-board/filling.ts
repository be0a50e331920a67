/** 'Dag vullen': what is asked of the server, and what its proposal comes to on the board. */
import {
  MOST_DAYS,
  MOST_PEOPLE,
  type Proposal,
  type ProposedVisit,
} from '../../src/inspections/planning/filling/filling.contract.ts'
import { type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { minutesOf } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { dayFromIso, isoDay, isWeekend, type Day } from '../../src/platform/format/days.ts'
import { shortDay } from '../shared/day-titles.ts'
import { draftsQuery, putAt, visitOf } from './drafts.ts'
import { ALL, NOBODY, type Lane } from './model.ts'

/** Whose days, and which. */
export interface Filling {
  people: readonly number[]
  days: readonly Day[]
}

/** Who and what can be chosen, and is chosen at first: who is shown, on the working days that are shown and not past. */
export function fillingOf(
  { lanes, shown, days }: { lanes: readonly Lane[]; shown: readonly Lane[]; days: readonly Day[] },
  today: Day,
  holidays: Readonly<Record<string, string>>,
): { offered: Filling; chosen: Filling } {
  const isPerson = ({ id }: Lane): boolean => id !== NOBODY && id !== ALL
  const people = lanes.filter(isPerson).map(({ id }) => id)
  const seen = shown.filter(isPerson).map(({ id }) => id)
  const left = days.filter((day) => day >= today)
  const working = left.filter((day) => !isWeekend(day) && holidays[isoDay(day)] === undefined)
  return {
    offered: { people, days: left },
    chosen: { people: (seen.length > 0 ? seen : people).slice(0, MOST_PEOPLE), days: working.slice(0, MOST_DAYS) },
  }
}

/** Why no proposal can be asked; null where it can. */
export function refusalOf({ people, days }: Filling): string | null {
  if (people.length === 0) return 'Kies wie er gaat.'
  if (people.length > MOST_PEOPLE) return `Kies hooguit ${MOST_PEOPLE} keurmeesters.`
  return days.length === 0 ? 'Kies een dag vanaf vandaag.' : null
}

export function fillUrlOf(url: string, { people, days }: Filling, city: string, drafts: readonly BoardVisit[]): string {
  const query = [`employees=${people.join(',')}`, `days=${days.map(isoDay).join(',')}`, ...draftsQuery(drafts)]
  return `${url}?${city === '' ? '' : `${new URLSearchParams({ city }).toString()}&`}${query.join('&')}`
}

export const draftOf = ({ order, employee_id, date, start_time, end_time }: ProposedVisit): BoardVisit =>
  putAt(visitOf(order), {
    lane: employee_id,
    date,
    span: { start: minutesOf(start_time), end: minutesOf(end_time) },
  })

/** 'Voorstel: 6 van de 9 bezoeken passen.' */
export function resultText({ visits, left }: Proposal): string {
  const all = visits.length + left.length
  if (all === 0) return 'Er is niets meer in te plannen.'
  if (all === 1) return visits.length === 1 ? 'Voorstel: het bezoek past.' : 'Voorstel: het bezoek past niet.'
  return `Voorstel: ${visits.length} van de ${all} bezoeken passen.`
}

/** By day and by who goes: 'Wo 02-12-2026, Ruben Jansen'. */
export const groupsOf = (visits: readonly ProposedVisit[]): [string, ProposedVisit[]][] => [
  ...Map.groupBy(visits, ({ date, employee }) => `${shortDay(dayFromIso(date))}, ${employee}`),
]
