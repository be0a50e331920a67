import { formatDate, formatTime } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { resultsArea } from '../../rights.ts'
import { forgetArrival } from './sealed.commands.ts'
import { listUnrecognised } from './unrecognised.queries.ts'

/** Who came in on a tablet without network and was not recognised: whoever teaches knows them. */
export const arrivalsPopup = popup({
  area: resultsArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/arrivals/:id',
  home: '/calendar',
  title: 'Niet herkende aanmeldingen',
  load: async ({ db, params }) => ({
    part: params.id,
    arrivals: (await listUnrecognised(db, params.id)).map(({ id, last_name, birth_date, typed_at }) => ({
      id,
      name: last_name,
      born: formatDate(birth_date),
      at: formatTime(typed_at),
    })),
  }),
  actions: ({ part }) => [{ label: 'Aanwezigheid', icon: 'users', kind: 'popup', url: `/calendar/results/${part}` }],
  view: 'training/kiosk/arrivals',
  example: (story) => ({ params: { id: story.appointments.coming }, foreign: { id: story.appointments.foreign } }),
})

export const arrivalDone = action({
  area: resultsArea,
  record: 'appointment',
  right: 'change',
  path: '/calendar/arrivals/done/:id/:arrival',
  noUndo: 'changes no record',
  save: async ({ trx, params }) => {
    await forgetArrival(trx, { appointmentId: params.id, id: params.arrival })
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: { str: 'Van de lijst gehaald', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming, arrival: 1 },
    foreign: { id: story.appointments.foreign, arrival: 1 },
  }),
})
