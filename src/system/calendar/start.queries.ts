import { sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type FirstStep, type Waiting, calendarsOf, firstSteps } from './points.ts'
import { calendarArea } from './rights.ts'

/** What of each calendar waits for this viewer. */
async function listWaiting({ db, registry }: Services, viewer: Viewer): Promise<(Waiting & { module: string })[]> {
  const found = await Promise.all(
    calendarsOf(registry, viewer).map(async (source) => ({
      module: source.module,
      ...(await source.waiting?.(db, viewerFor(viewer, source.area))),
    })),
  )
  return found.flatMap(({ module, title, lines = [], more = null }) =>
    title !== undefined && lines.length > 0 ? [{ module, title, lines, more }] : [],
  )
}

export interface ShownStep extends Pick<FirstStep, 'label' | 'text' | 'popup'> {
  done: boolean
  /** Null where the viewer may not. */
  href: string | null
}

/** Under which a user keeps that the first steps are not shown any more. */
const HIDDEN = { key: 'first-steps', value: 'hidden' } as const

export interface ShownSteps {
  lines: ShownStep[]
  /** Only what it can work without is left: those are the lines, as far as who looks may do them. */
  folded: boolean
}

/** What a new company does first, in order, ticked off by what is there; nothing once all is done, or who looks put it away. */
async function listFirstSteps(services: Services, viewer: Viewer): Promise<ShownSteps | null> {
  if (!may(viewer, calendarArea, 'change') || viewer.meta[HIDDEN.key] === HIDDEN.value) return null
  const steps = [...services.registry.offered(firstSteps, viewer)].sort((a, b) => a.order - b.order)
  const { rows } = await sql<{ done: boolean[] }>`
    select array[${sql.join(steps.map(({ done }) => (typeof done === 'function' ? done(services) : done)))}]::boolean[] as done
  `.execute(services.db)
  const shown = steps.map((step, i) => ({
    label: step.label,
    text: step.text,
    done: rows[0]!.done[i]!,
    href: may(viewer, step.area, 'change') ? step.href : null,
    popup: step.popup,
  }))
  if (shown.some(({ done }, i) => !done && !steps[i]!.later)) return { lines: shown, folded: false }
  const left = shown.filter(({ done, href }) => !done && href !== null)
  return left.length === 0 ? null : { lines: left, folded: true }
}

interface Looking {
  viewer: Viewer
  services: Services
}

/** What waits for somebody above the calendar. */
export async function startOf({ viewer, services }: Looking) {
  const [waiting, steps] = await Promise.all([listWaiting(services, viewer), listFirstSteps(services, viewer)])
  return shownAt('/calendar/start', waiting, steps)
}

/** The first steps alone, as long as an organisation cannot work: where the day begins. */
export async function firstStepsOf({ viewer, services }: Looking) {
  const steps = await listFirstSteps(services, viewer)
  return shownAt('/calendar/first-steps', [], steps?.folded ? null : steps)
}

function shownAt(address: string, waiting: (Waiting & { module: string })[], steps: ShownSteps | null) {
  return { address, waiting, steps, hide: `/ajax/setCurrentUserMeta/${HIDDEN.key}/${HIDDEN.value}` }
}
