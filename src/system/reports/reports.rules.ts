/** Lists under a name: what they open, and when somebody is told of them. */
import { weekday } from '../../platform/format/zone.ts'

export const FORMATS = { screen: 'Lijst op het scherm', xlsx: 'Excel', csv: 'CSV' }
export type Format = keyof typeof FORMATS

export const EVERY = { day: 'Elke dag', week: 'Elke week', month: 'Elke maand' }
export type Every = keyof typeof EVERY

const DAYS = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag']

interface Moment {
  mail_every: Every | null
  mail_day: number
  mail_at: string
}

/** Of a week only so many days count. */
const weekdayOf = (day: number): number => Math.min(day, DAYS.length)

/** 'Elke maand op dag 1 om 07:00', or that it is not mailed. */
export function momentText({ mail_every: every, mail_day: day, mail_at: at }: Moment): string {
  if (every === null) return 'Niet per e-mail'
  const on = { day: '', week: ` op ${DAYS[weekdayOf(day) - 1]}`, month: ` op dag ${day}` }[every]
  return `${EVERY[every]}${on} om ${at}`
}

/** Whether a mail is due: on its day, from its time on, once. Days are ISO. */
export function isDue(moment: Moment & { mailed_on: string | null }, now: { day: string; time: string }): boolean {
  const { mail_every: every, mail_day: day, mail_at: at, mailed_on: mailed } = moment
  if (every === null || (mailed !== null && mailed >= now.day) || now.time < at) return false
  if (every === 'week') return weekday(now.day) === weekdayOf(day)
  return every === 'day' || Number(now.day.slice(8)) === day
}

/** What of the address of a list a report keeps: who is searched for stays with who searches. */
const FORGOTTEN = ['search', 'page', 'max_per_page', 'view', 'export', 'ids', 'after']

export function keptQuery(query: string): string {
  const asked = new URLSearchParams(query)
  for (const name of FORGOTTEN) asked.delete(name)
  return asked.toString()
}

/** Where it is shown, or had as a file. */
export function reportUrl({ page, query }: { page: string; query: string }, format: Format): string {
  const asked = new URLSearchParams(query)
  if (format !== 'screen') asked.set('export', format)
  const text = asked.toString()
  return text === '' ? page : `${page}?${text}`
}
