import * as z from 'zod'
import { ROLE } from '../../../platform/access/roles.ts'
import { formatPeriod } from '../../../platform/format/format.ts'
import { today, wallClock } from '../../../platform/format/zone.ts'
import { checkbox, idList } from '../../../platform/forms/fields.ts'
import { may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { type Download, file } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { usualSource } from '../../../system/layouts/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import type { PresentSource } from '../../places/enrolment/index.ts'
import { resultsArea } from '../../rights.ts'
import { type PrintedList, listPdf } from '../../catalogue/printed-lists/index.ts'
import { competencyList, presenceList } from './lists.rules.ts'
import { getPresence } from './presence.queries.ts'
import { yesNo } from './presence.rules.ts'

const access = { area: appointmentsArea, record: 'appointment', right: 'view' } as const

/** A lotus sees no students, and so has no list of them to ask for. */
const ofPart: OwnExample = (story, role) =>
  role === ROLE.lotus
    ? null
    : {
        params: { id: story.appointments.coming },
        foreign: { id: story.appointments.foreign },
      }

/** Whose names are on the list, all when none are named; `stream` shows it in the browser (T-208). */
const ListQuery = z.object({ students: idList(5000), stream: checkbox })

/** By the usual layout of its kind. */
async function download(
  { db, kind }: { db: Db; kind: string },
  name: string,
  list: Omit<PrintedList, 'createdAt'>,
  inline: boolean,
): Promise<Download> {
  const layout = await usualSource(db, kind)
  return { name, mimeType: 'application/pdf', content: listPdf({ ...list, layout, createdAt: new Date() }), inline }
}

export const presenceFile = file({
  ...access,
  path: '/calendar/generatePresenceList/:id',
  query: ListQuery,
  open: async ({ db, viewer, params, query }) => {
    const presence = await getPresence(db, viewer, params.id)
    return download(
      { db, kind: 'presence_list' },
      `presentielijst-${params.id}.pdf`,
      presenceList(presence, query.students),
      query.stream,
    )
  },
  example: ofPart,
})

export const competencyFile = file({
  ...access,
  path: '/calendar/generateCompetencyList/:id',
  query: ListQuery,
  open: async ({ db, viewer, params, query }) => {
    const presence = await getPresence(db, viewer, params.id)
    return download(
      { db, kind: 'competency_list' },
      `competentielijst-${params.id}.pdf`,
      competencyList(presence, query.students),
      query.stream,
    )
  },
  example: ofPart,
})

/** By what somebody said to be there, where no person did. */
const CAME_BY: Record<PresentSource, string> = {
  kiosk: 'Aangemeld op de tablet',
  room: 'Aangemeld met de QR in het lokaal',
  offline: 'Aangemeld op de tablet, zonder verbinding',
}

/** Who was there, part by part, with the signatures; whoever takes presence asks for one from here. */
export const presenceViewer = popup({
  ...access,
  path: '/calendar/getPresenceViewer/:id',
  home: '/calendar',
  load: async ({ db, viewer, params }) => {
    const presence = await getPresence(db, viewer, params.id)
    return {
      ...presence,
      parts: presence.parts.map((part) => ({ ...part, period: formatPeriod(part.starts_at, part.ends_at) })),
      yesNo,
      cameBy: CAME_BY,
      here: params.id,
      signs: may(viewer, resultsArea, 'change'),
    }
  },
  title: 'Aanwezigheid en handtekeningen',
  subtitle: ({ appointment, staff }) =>
    [appointment.course_description, ...(staff ? [`planning ${appointment.group_id}`] : [])].join(' · '),
  actions: ({ appointment, staff }) =>
    staff
      ? [
          ...(wallClock(appointment.starts_at).day === today()
            ? [
                {
                  label: 'QR in het lokaal',
                  icon: 'qrcode',
                  kind: 'popup',
                  url: `/calendar/room-qr/${appointment.id}`,
                } as const,
              ]
            : []),
          {
            label: 'Presentielijst',
            icon: 'printer',
            kind: 'popup',
            url: `/calendar/getPrintPresenceForm/${appointment.id}`,
          },
        ]
      : [],
  view: 'training/presence/viewer',
  example: ofPart,
})
