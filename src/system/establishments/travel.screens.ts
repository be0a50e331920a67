import { may } from '../../platform/access/viewer.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { getEstablishment } from './establishments.queries.ts'
import { TravelForm } from './establishments.forms.ts'
import { establishmentsArea } from './rights.ts'
import { saveTravel } from './travel.commands.ts'
import { listTravelFrom } from './travel.queries.ts'

const HOME = '/settings/establishments'
const access = { area: establishmentsArea, record: 'establishment' } as const

/** How long it takes from an establishment to the others; who plans is told when somebody has less. */
export const travelTimes = fragment({
  ...access,
  right: 'view',
  path: '/settings/establishment/travel/view/:id',
  pageAddress: '/settings/establishment/view/:id?item=routes',
  view: 'system/establishments/travel',
  load: async ({ db, params, viewer }) => ({
    establishment: await getEstablishment(db, params.id),
    others: await listTravelFrom(db, params.id),
    mayChange: may(viewer, establishmentsArea, 'change'),
  }),
  example: (story) => ({ params: { id: story.establishments.zwolle } }),
})

export const travelTimesEdit = formPopup({
  ...access,
  right: 'change',
  path: '/settings/establishment/travel/edit/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({
    establishment: await getEstablishment(db, params.id),
    others: await listTravelFrom(db, params.id),
  }),
  title: ({ establishment }) => `Reistijden vanaf ${establishment.name}`,
  view: 'system/establishments/travel-form',
  form: TravelForm,
  version: ({ establishment }) => establishment.version,
  save: async ({ trx, params, form }) => {
    await saveTravel(trx, params.id, form.travel, form.version)
    return {
      changed: [{ type: 'establishment', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.establishments.zwolle }, form: { 'travel[0][minutes]': '45' } }),
})
