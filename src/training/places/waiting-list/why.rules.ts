import { formatCount, formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { WEEKDAYS } from '../../../platform/format/days.ts'
import { weekday } from '../../../platform/format/zone.ts'
import type { OfferedPlanning, Why } from './waiting-list.rules.ts'

/** What a reason is told with. */
export interface WhyFacts {
  company: string | null
  establishment: string | null
  companyId: number | null
  weekdays: readonly number[]
  from: string | null
  until: string | null
}

const dayName = (day: number): string => WEEKDAYS[day - 1]!

/** 'maandag of vrijdag'. */
const daysText = (days: readonly number[]): string =>
  new Intl.ListFormat('nl', { type: 'disjunction' }).format(days.map(dayName))

/** Why somebody is passed by, in words that the planner reads: '02-12-2026 is een woensdag'. */
export function whyText(why: Why, who: WhyFacts, planning: OfferedPlanning): string {
  switch (why) {
    case 'declined':
      return 'Zei nee tegen deze planning'
    case 'expired':
      return 'Antwoordde niet op het aanbod'
    case 'offered':
      return 'Heeft al een aanbod'
    case 'inactive':
      return 'Niet actief'
    case 'no_email':
      return 'Geen e-mailadres'
    case 'incompany':
      return 'Incompany voor een ander bedrijf'
    case 'requirements':
      return 'Voldoet niet aan de eisen'
    case 'period':
      return who.from !== null && planning.days[0]! < who.from
        ? `Kan vanaf ${formatDate(who.from)}`
        : `Kan tot en met ${formatDate(who.until)}`
    case 'day': {
      const other = planning.days.find((day) => !who.weekdays.includes(weekday(day)))!
      return `${formatDate(other)} is een ${dayName(weekday(other))}`
    }
    case 'place':
      return `Wil naar ${who.establishment ?? 'een andere vestiging'}`
    case 'overlap':
      return 'Is dan elders ingeschreven'
    case 'quota':
      return `${who.company ?? 'Het bedrijf'} heeft ${planning.held.get(who.companyId!) ?? 0} van ${formatCount(planning.quota!, 'plaats', 'plaatsen')}`
  }
}

/** What somebody wishes, in one line: 'Maandag of vrijdag, Zwolle, vanaf 01-12-2026'. */
export function wishText({ weekdays, establishment, from, until }: Omit<WhyFacts, 'company' | 'companyId'>): string {
  const days = weekdays.length === 0 ? 'elke dag' : `alleen ${daysText(weekdays)}`
  const text = [
    days,
    establishment,
    from === null ? null : `vanaf ${formatDate(from)}`,
    until === null ? null : `t/m ${formatDate(until)}`,
  ]
    .filter(Boolean)
    .join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** What is kept of a step. */
export interface Step {
  kind: string
  detail: string
  name: string
  at: Date
  actor: string | null
}

const HEADS: Record<string, (name: string) => string> = {
  placed: (name) => `${name} op de wachtlijst`,
  wishes: (name) => `Wensen van ${name} gewijzigd`,
  moved: (name) => `${name} verplaatst in de rij`,
  offered: (name) => `Aangeboden aan ${name}`,
  skipped: (name) => `${name} overgeslagen`,
  passed_over: (name) => `${name} overgeslagen door de planner`,
  accepted: (name) => `${name} nam de plaats aan`,
  declined: (name) => `${name} zei nee`,
  expired: (name) => `${name} antwoordde niet op tijd`,
  withdrawn: (name) => `Aanbod aan ${name} ingetrokken`,
  left: (name) => `${name} van de wachtlijst`,
  enrolled: (name) => `${name} is ingeschreven`,
}
const DOTS: Record<string, string> = {
  offered: 'planned',
  accepted: 'confirmed',
  skipped: 'option',
  passed_over: 'option',
  declined: 'cancelled',
  expired: 'cancelled',
}

/** A step as the log tells it. */
export const stepLine = ({ kind, detail, name, at, actor }: Step) => ({
  head: HEADS[kind]?.(name) ?? name,
  sub: [formatDateTime(at), detail, actor && `door ${actor}`].filter(Boolean).join(', '),
  css: `st-${DOTS[kind] ?? 'concept'}`,
})
