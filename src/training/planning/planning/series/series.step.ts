import { ROLE } from '../../../../platform/access/roles.ts'
import { formatCount, formatDate, formatPeriod } from '../../../../platform/format/format.ts'
import { fieldMessages, parseForm } from '../../../../platform/forms/invalid.ts'
import type { Services } from '../../../../platform/services.ts'
import type { Fields } from '../../../../platform/screens/form/wizard.ts'
import { type PlannedPart, resolvePlanning } from '../planning.commands.ts'
import { PlanningForm } from '../planning.forms.ts'
import { firstDayOf } from '../planning.rules.ts'
import { PatternForm, readOccasions } from './series.forms.ts'
import { type Occasion, type PlannedSeries, isOpen, planSeries } from './series.plan.ts'
import { type Pattern, MOST_OCCASIONS, dayText, skippedText, usualPattern } from './series.rules.ts'

/** What the fields of a pattern say, as they are typed. */
type Typed = Record<string, string | string[]>

const list = (days: readonly string[]): string => days.map((day) => formatDate(day)).join(', ')

const typedOf = ({ weekdays, dates, exceptions, until, ...pattern }: Pattern): Typed => ({
  repeat: pattern.repeat,
  every_weeks: String(pattern.every_weeks),
  weekdays: weekdays.map(String),
  every_months: String(pattern.every_months),
  nth: String(pattern.nth),
  nth_weekday: String(pattern.nth_weekday),
  dates: list(dates),
  count: String(pattern.count ?? ''),
  until: formatDate(until),
  exceptions: list(exceptions),
  closed: pattern.closed,
})

const isText = (value: unknown): value is string | string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))

/** What was sent, over what is usual for fields that the pattern hides. */
function typedIn(sent: unknown, usual: Typed): Typed {
  if (typeof sent !== 'object' || sent === null) return usual
  const texts = Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string | string[]] => isText(entry[1])),
  )
  return { ...usual, ...texts, weekdays: [texts.weekdays ?? []].flat() }
}

/** The step 'series': how the planning is repeated, and all that it comes to. */
export async function seriesStep({ db, registry }: Services, fields: Fields) {
  const input = parseForm(PlanningForm, fields)
  const planning = await resolvePlanning(db, input)
  const usual = usualPattern(firstDayOf(planning.parts))
  const values = typedIn(fields.series, typedOf(usual))
  const read = PatternForm.safeParse({ series: values })
  const shown = { values, online: planning.course.online, unchosen: unchosenOf(planning.parts) }
  if (!read.success) {
    const wrong = Object.values(fieldMessages(read.error)).flat()
    return { ...shown, wrong: [...new Set(wrong)], occasions: [], notes: [], summary: null }
  }
  const series = await planSeries(db, registry, planning, read.data.series, readOccasions(fields))
  return {
    ...shown,
    wrong: [],
    occasions: series.occasions.map(occasionRow),
    notes: notesOf(series, read.data.series, usual.dates[0]!),
    summary: summaryOf(series),
  }
}

/** How a planning is called that gets no teacher or room of its own: as chosen in the steps before, or without one. */
const unchosenOf = (parts: readonly PlannedPart[]) => ({
  teacher: parts.some(({ people }) => people.some(({ role_id }) => role_id === ROLE.teacher))
    ? 'Docent zoals gekozen'
    : 'Geen docent gekozen',
  room: parts.some(({ room_id }) => room_id !== null) ? 'Lokaal zoals gekozen' : 'Geen lokaal gekozen',
})

/** 'Tot en met' a part that is on another day than the first. */
function periodOf({ parts, own }: Occasion): { day: string; rest: string } {
  const starts = parts.map(({ starts_at }) => +starts_at)
  const first = parts[starts.indexOf(Math.min(...starts))]
  if (first === undefined) return { day: dayText(own.day), rest: '' }
  const last = parts.reduce((latest, part) => (part.ends_at > latest.ends_at ? part : latest))
  const [day = '', hours = ''] = formatPeriod(first.starts_at, first.ends_at).split(', ')
  const until = formatPeriod(last.starts_at, last.ends_at).split(', ')[0]
  return {
    day,
    rest: parts.length === 1 ? hours : `${formatCount(parts.length, 'onderdeel', 'onderdelen')} t/m ${until}`,
  }
}

function occasionRow(occasion: Occasion) {
  const { on, own, teacher, room, refused, found, remarks } = occasion
  return {
    key: `d${on}`,
    own,
    teacher: teacher ? [teacher] : [],
    room: room ? [room] : [],
    ...periodOf(occasion),
    found: own.enabled
      ? [
          ...refused.map(({ text }) => ({ tone: 'red', taken: false, text })),
          ...found.map(({ tone, taken, text }) => ({ tone, taken, text })),
          ...remarks.map((text) => ({ tone: 'orange', taken: false, text })),
        ]
      : [],
  }
}

function notesOf({ days }: PlannedSeries, pattern: Pattern, first: string): string[] {
  const { days: found, skipped, isCut } = days
  const isOutside = pattern.repeat !== 'dates' && !found.includes(first) && !skipped.some(({ day }) => day === first)
  return [
    ...(isOutside ? [`Op ${dayText(first)}, de datum van stap 2, valt de reeks niet; ze begint daarna.`] : []),
    ...[skippedText(skipped)].filter((text) => text !== null),
    ...(isCut
      ? [`Een reeks heeft hooguit ${MOST_OCCASIONS} planningen. Wat daarna komt plant u in een volgende reeks.`]
      : []),
  ]
}

/** '10 planningen, 2 uitgezet, 3 met een melding, 1 nog zonder docent'. */
function summaryOf({ occasions }: PlannedSeries): string {
  const wanted = occasions.filter(({ own }) => own.enabled)
  const told = wanted.filter(({ found, refused, remarks }) => found.length + refused.length + remarks.length > 0)
  const open = wanted.filter(isOpen)
  const off = occasions.length - wanted.length
  return [
    formatCount(wanted.length, 'planning', 'planningen'),
    off > 0 && `${off} uitgezet`,
    told.length > 0 && `${told.length} met een melding`,
    open.length > 0 && `${open.length} nog zonder docent`,
    wanted.length > 0 && told.length + open.length === 0 && 'alles in orde',
  ]
    .filter(Boolean)
    .join(', ')
}
