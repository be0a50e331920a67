import { isPlanner } from '../../../platform/access/viewer.ts'
import { addDays, instantOf, today, wallClock } from '../../../platform/format/zone.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { keptDay, keptPart } from '../../../platform/screens/call/kept-day.ts'
import { listCountedParts } from '../../planning/code95/index.ts'
import { listKeptParts } from './kept.queries.ts'
import { todayArea } from './rights.ts'
import { type OwnPart, listOwnParts } from './today.queries.ts'
import { MOST_PARTS } from './today.rules.ts'

/** Where people sign for a part, and where it is filled in when they came where that counts. */
const signingAt = (part: number, student: number, counts: boolean): string[] => {
  const pad = `/calendar/signatureInterface/${part}/${student}`
  return counts ? [pad, `${pad}?moment=end`, `/calendar/arrival/${part}/${student}`] : [pad]
}

/** What is opened from a card. */
const screensOf = ({ id, checklist }: OwnPart): string[] => [
  `/calendar/results/${id}`,
  `/calendar/view-appointment/${id}`,
  `/calendar/getPresenceViewer/${id}`,
  ...(checklist === null ? [] : [`/checklist/submissionForAppointment/${id}`]),
]

/** What a teacher reads without network: the parts of today and tomorrow with what is filled in at each. */
export const todayKept = json({
  area: todayArea,
  // Its rows are those that the viewer gives.
  record: null,
  right: 'view',
  path: '/today/kept',
  answer: async ({ db, viewer }) => {
    const until = addDays(today(), 1)
    const parts = isPlanner(viewer) ? [] : await listOwnParts(db, viewer, instantOf(today(), '00:00')!, MOST_PARTS)
    const near = parts.filter(({ starts_at }) => wallClock(starts_at).day <= until)
    const ids = near.map(({ id }) => id)
    const [drawn, counted] = await Promise.all([listKeptParts(db, ids), listCountedParts(db, ids)])
    const known = new Map(drawn.map((part) => [part.id, part]))
    const draw = (urls: string[], part: OwnPart) => urls.map((url) => keptPart(url, part, known.get(part.id)))
    return keptDay(keptPart('/today', parts), [
      ...near.flatMap((part) => draw(screensOf(part), part)),
      ...near.flatMap((part) =>
        (known.get(part.id)?.students ?? []).flatMap((student) =>
          draw(signingAt(part.id, student, counted.has(part.id)), part),
        ),
      ),
    ])
  },
})
