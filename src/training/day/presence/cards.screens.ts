import * as z from 'zod'
import { ROLE } from '../../../platform/access/roles.ts'
import { checkbox, idList } from '../../../platform/forms/fields.ts'
import { drawnPdf } from '../../../platform/pdf/drawn.ts'
import { type Download, file } from '../../../platform/screens/call/calls.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { addressLabelData, listAddresses } from '../../../relations/contacts/index.ts'
import { usualSource } from '../../../system/layouts/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import type * as drawing from './cards.drawing.ts'
import { BADGE_KIND, badgesData } from './badge-layout.ts'
import { BADGES, type Card, LABELS, type Sheet, badgeCard, badgeOf, labelOf, sheetsOf } from './cards.rules.ts'
import { getPresence } from './presence.queries.ts'
import { chosenRows } from './presence.rules.ts'

const DRAWING = new URL('./cards.drawing.ts', import.meta.url)

/** Whose cards are printed, all when none are named; `stream` shows them in the browser. */
const CardQuery = z.object({ students: idList(5000), stream: checkbox })

const ofPart: OwnExample = (story, role) =>
  role === ROLE.lotus
    ? null
    : { params: { id: story.appointments.coming }, foreign: { id: story.appointments.foreign } }

/** By the layout where the organisation made one. A sheet without cards is a page too, so that the document opens. */
function cardsFile(
  name: string,
  title: string,
  cards: readonly Card[],
  at: { sheet: Sheet; inline: boolean; layout: string | null; data: object },
): Download {
  const head = { title, sheet: at.sheet, createdAt: new Date() }
  const sheets = cards.length === 0 ? [[]] : sheetsOf(cards, at.sheet)
  const laidOut = at.layout === null ? null : { source: at.layout, data: at.data, pictures: {} }
  return {
    name,
    mimeType: 'application/pdf',
    content: drawnPdf<typeof drawing>(DRAWING, head, laidOut ? [{ laidOut, sheets }] : sheets),
    inline: at.inline,
  }
}

/** What students wear on the day. */
export const badgesFile = file({
  area: appointmentsArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/generateBadges/:id',
  query: CardQuery,
  open: async ({ db, viewer, params, query }) => {
    const presence = await getPresence(db, viewer, params.id)
    const badges = chosenRows(presence.rows, query.students).map((row) => badgeOf(row, presence))
    return cardsFile(`badges-${params.id}.pdf`, 'Badges', badges.map(badgeCard), {
      sheet: BADGES,
      inline: query.stream,
      layout: await usualSource(db, BADGE_KIND),
      data: badgesData(badges),
    })
  },
  example: ofPart,
})

/** The addresses of students, on sheets of labels: for who plans, who alone sees where people live. */
export const labelsFile = file({
  area: enrolmentPlanningArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/generateLabels/:id',
  query: CardQuery,
  open: async ({ db, viewer, params, query }) => {
    const presence = await getPresence(db, viewer, params.id)
    const ids = chosenRows(presence.rows, query.students).map(({ contactId }) => contactId)
    const addresses = await listAddresses(db, ids)
    return cardsFile(`etiketten-${params.id}.pdf`, 'Adresetiketten', addresses.map(labelOf), {
      sheet: LABELS,
      inline: query.stream,
      layout: await usualSource(db, 'label'),
      data: addressLabelData(addresses),
    })
  },
  example: (story) => ({ params: { id: story.appointments.coming } }),
})
