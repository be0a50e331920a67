import { formatNearDay } from '../../platform/format/format.ts'
import type { OpenLine } from '../../platform/screens/open-points.ts'
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
  has: ({ has_link }) => has_link,
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
