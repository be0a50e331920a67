import { formatCount, formatNearDay } from '../../../platform/format/format.ts'
import type { OpenLine } from '../../../platform/screens/popup/open-points.ts'
import type { Finding } from './findings.rules.ts'
import type { PartNeeds } from './record.queries.ts'
import { appointmentsArea } from './rights.ts'

/** 'Praktijk · ma 30-11', for choosing between the parts of a planning. */
export const partLabel = ({ description, starts_at }: Pick<PartNeeds, 'description' | 'starts_at'>): string =>
  `${description} · ${formatNearDay(starts_at)}`

/** 'Praktijk op ma 30-11'; a planning of one part needs its day alone. */
const partText = ({ description, starts_at }: PartNeeds, alone: boolean): string =>
  alone ? `Op ${formatNearDay(starts_at)}` : `${description} op ${formatNearDay(starts_at)}`

interface Need {
  missing: string
  there: string
  icon: string
  order: number
  has: (part: PartNeeds) => boolean
}
const TEACHER: Need = {
  missing: 'Docent ontbreekt',
  there: 'Docent ingedeeld',
  icon: 'user-question',
  order: 10,
  has: ({ has_teacher }) => has_teacher,
}
const PLACE: Need = {
  missing: 'Lokaal ontbreekt',
  there: 'Lokaal gekozen',
  icon: 'door-off',
  order: 20,
  has: ({ has_place }) => has_place,
}
const LINK: Need = {
  missing: 'Link om deel te nemen ontbreekt',
  there: 'Link om deel te nemen ingevuld',
  icon: 'link-off',
  order: 20,
  has: ({ has_place }) => has_place,
}

/** What a planning needs before it can be given: each line leads to the first part that lacks it. */
export function planningNeeds(parts: readonly PartNeeds[], now: Date): (OpenLine & { order: number })[] {
  const held = parts.filter(({ status }) => status !== 'cancelled')
  const first = held[0]
  // What was given without one needs none any more.
  if (!first || held.every(({ ends_at }) => ends_at <= now)) return []
  return [TEACHER, first.online ? LINK : PLACE].map(({ missing, there, icon, order, has }) => {
    const lacking = held.filter((part) => part.ends_at > now && !has(part))
    const part = lacking[0]
    if (!part) return { label: there, icon, state: 'done', order }
    const more = lacking.length > 1 ? ` en ${lacking.length - 1} meer` : ''
    return {
      label: missing,
      sub: `${partText(part, held.length === 1)}${more}`,
      icon,
      state: 'open',
      order,
      action: {
        label: missing,
        kind: 'popup',
        url: `/calendar/edit-appointment/${part.id}`,
        area: appointmentsArea,
        right: 'change',
      },
    }
  })
}

/** More than this nobody reads; the rest is counted. */
const MOST_LINES = 5

/** What is not right about the parts of a planning, red before orange: each line leads to the part it is about. */
export function findingLines(
  parts: readonly PartNeeds[],
  findings: ReadonlyMap<number, readonly Finding[]>,
): (OpenLine & { order: number })[] {
  const all = parts.flatMap((part) => (findings.get(part.id) ?? []).map((finding) => ({ part, ...finding })))
  const lines = all
    .filter(({ told }) => told !== true)
    .sort((a, b) => Number(a.tone === 'orange') - Number(b.tone === 'orange'))
    .map(({ part, tone, text }): OpenLine & { order: number } => ({
      label: text,
      sub: partText(part, parts.length === 1),
      icon: tone === 'red' ? 'alert-circle' : 'alert-triangle',
      state: 'open',
      urgent: tone === 'red',
      order: tone === 'red' ? 5 : 25,
      action: {
        label: text,
        kind: 'popup',
        url: `/calendar/edit-appointment/${part.id}`,
        area: appointmentsArea,
        right: 'change',
      },
    }))
  if (lines.length <= MOST_LINES) return lines
  const rest = lines.length - MOST_LINES
  const more = {
    label: `Nog ${formatCount(rest, 'andere melding', 'andere meldingen')}`,
    icon: 'dots',
    state: 'open',
    order: 26,
  } as const
  return [...lines.slice(0, MOST_LINES), more]
}
