import { type RawBuilder, sql } from 'kysely'
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

/** What a new company does first, in order, ticked off by what is there; nothing once it can work. */
async function listFirstSteps(services: Services, viewer: Viewer): Promise<ShownStep[]> {
  if (!may(viewer, calendarArea, 'change')) return []
  const steps = [...services.registry.offered(firstSteps, viewer)].sort((a, b) => a.order - b.order)
  const asked = steps.filter(({ done }) => typeof done !== 'function')
  const { rows } = await sql<{ done: boolean[] }>`
    select array[${sql.join(asked.map(({ done }) => done as RawBuilder<boolean>))}]::boolean[] as done
  `.execute(services.db)
  const done = new Map<FirstStep, boolean>(asked.map((step, i) => [step, rows[0]!.done[i]!]))
  if ([...done.values()].every(Boolean)) return []
  for (const step of steps) if (typeof step.done === 'function') done.set(step, await step.done(services))
  return steps.map((step) => ({
    label: step.label,
    text: step.text,
    done: done.get(step)!,
    href: may(viewer, step.area, 'change') ? step.href : null,
    popup: step.popup,
  }))
}

/** What waits for somebody above the calendar. */
export async function startOf({ viewer, services }: { viewer: Viewer; services: Services }) {
  const [waiting, steps] = await Promise.all([listWaiting(services, viewer), listFirstSteps(services, viewer)])
  return { waiting, steps }
}
