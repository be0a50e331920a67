/** The room of a visit: what else it is busy with at that time is told as soon as it is chosen. */
import { epochOf } from '../../../src/platform/format/wall-clock.ts'
import { readDay } from '../../../src/platform/format/days.ts'
import { el, on } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchJson, isAbort, isFailure, withParams } from '../lib/request.ts'

interface Availability {
  available: boolean
  message: string | null
  plannings: { description: string; period: string }[]
}

const valueOf = (part: Element, name: string): string =>
  part.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? ''

const minuteOf = (time: string): number | null => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  return minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}

const asking = latest<Element>()

function tell(part: Element, { message, plannings }: Pick<Availability, 'message' | 'plannings'>): void {
  const note = part.querySelector<HTMLElement>('[data-room-note]')!
  note.hidden = message === null
  note.replaceChildren(
    el('p', {}, message ?? ''),
    el('ul', {}, ...plannings.map(({ description, period }) => el('li', {}, `${description}, ${period}`))),
  )
}

async function check(part: HTMLElement): Promise<void> {
  const room = Number(valueOf(part, 'room_id'))
  const day = readDay(valueOf(part, 'date'))
  const [from, to] = [minuteOf(valueOf(part, 'start_time')), minuteOf(valueOf(part, 'end_time'))]
  if (!(room > 0) || day === null || from === null || to === null || to <= from) {
    asking.stop(part)
    return tell(part, { message: null, plannings: [] })
  }
  const asked = withParams(`/rooms/getAvailability/${room}`, {
    from: String(epochOf(day, from)),
    to: String(epochOf(day, to)),
  })
  try {
    tell(part, await fetchJson<Availability>(asked, { signal: asking.next(part) }))
  } catch (error) {
    if (!isAbort(error) && !isFailure(error)) throw error
  }
}

export function start(): void {
  on('change', '[data-room-check] input, [data-room-check] select', (_event, changed) => {
    const part = changed.closest<HTMLElement>('[data-room-check]')
    if (part) void check(part)
  })
}
