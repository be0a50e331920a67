import { action } from '../../../platform/screens/call/calls.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { announceDay, reportDay } from './days.commands.ts'

const access = { area: appointmentsArea, record: 'appointment', right: 'change' } as const
const asPart = (id: number) => ({ type: 'appointment', id })

/** A planner announced a course day in the portal of the CBR. */
export const dayAnnounce = action({
  ...access,
  path: '/code95/announce/:id',
  save: async ({ trx, params }) => ({
    changed: (await announceDay(trx, params.id)).map(asPart),
    flash: { str: 'Aanmelding bij het CBR vastgelegd', type: 'success' },
  }),
  example: (story) => ({ params: { id: story.code95.coming }, foreign: null }),
})

/** And told it there what came of the day. */
export const dayReport = action({
  ...access,
  path: '/code95/report/:id',
  save: async ({ trx, params }) => ({
    changed: (await reportDay(trx, params.id)).map(asPart),
    flash: { str: 'Uitslag aan het CBR vastgelegd', type: 'success' },
  }),
  example: (story) => ({ params: { id: story.code95.over }, foreign: null }),
})
