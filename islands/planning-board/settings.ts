/** How the board is looked at. It comes back so for a day: its settings live in a cookie. */
import { type BoardSettings } from '../../src/inspections/planning/visits/board.contract.ts'
import { SETTINGS_COOKIE } from '../../src/inspections/planning/board/page.contract.ts'
import { dayFromIso, isoDay, mondayOf, type Day } from '../../src/platform/format/days.ts'
import { rowsTitle } from '../shared/day-titles.ts'
import { narrowing } from '../shared/filters.ts'
import { type CookieJar } from '../shared/platform.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'

const WEEK_DAYS = 7

export const dayOfSettings = ({ date }: Pick<BoardSettings, 'date'>): Day => dayFromIso(date)

export function daysShown(settings: Pick<BoardSettings, 'type' | 'date'>): Day[] {
  const day = dayOfSettings(settings)
  if (settings.type === 'd') return [day]
  return Array.from({ length: WEEK_DAYS }, (_, i) => mondayOf(day) + i)
}

export const titleOf = (settings: BoardSettings, today: Day): string =>
  rowsTitle(settings.type, dayOfSettings(settings), today)

/** A week on or back in the week, a day in the day. */
export function step(settings: BoardSettings, direction: 1 | -1): BoardSettings {
  const days = settings.type === 'd' ? 1 : WEEK_DAYS
  return { ...settings, date: isoDay(dayOfSettings(settings) + days * direction) }
}

/** What the server is asked: from the first midnight to the one after the last day, narrowed by the filters. */
export function dataUrlOf(dataUrl: string, settings: BoardSettings): string {
  const days = daysShown(settings)
  const query = new URLSearchParams({
    from: String(epochOf(days[0]!)),
    to: String(epochOf(days.at(-1)! + 1)),
    ...narrowing(settings.filters),
  })
  return `${dataUrl}?${query.toString()}`
}

/** What waits is narrowed by place alone. */
export function trayUrlOf(trayUrl: string, { filters }: BoardSettings): string {
  const { city = '' } = filters
  return city === '' ? trayUrl : `${trayUrl}?${new URLSearchParams({ city }).toString()}`
}

export function saveSettings(cookies: CookieJar, settings: BoardSettings): void {
  cookies.set(SETTINGS_COOKIE, JSON.stringify(settings))
}

/** The cookie can be edited by hand: what is no setting falls back to its default. */
export function restoreSettings(cookies: CookieJar, { today, phone }: { today: Day; phone: boolean }): BoardSettings {
  const kept = read(cookies.get(SETTINGS_COOKIE))
  const isOn = (name: string, otherwise: boolean): boolean => (typeof kept[name] === 'boolean' ? kept[name] : otherwise)
  return {
    type: kept.type === 'd' || kept.type === 'w' ? kept.type : phone ? 'd' : 'w',
    date: isDate(kept.date) ? kept.date : isoDay(today),
    merged: isOn('merged', false),
    showEmpty: isOn('showEmpty', true),
    direction: kept.direction === 'vertical' || (kept.direction === undefined && phone) ? 'vertical' : 'horizontal',
    group: isOn('group', false),
    filters: texts(kept.filters),
    names: texts(kept.names),
  }
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^[12]\d{3}-\d\d-\d\d$/.test(value) && isoDay(dayFromIso(value)) === value

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function read(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
