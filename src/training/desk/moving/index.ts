import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { type PopupAction, popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import * as screens from './moving.screens.ts'

const of = { record: 'appointment', place: 'menu', area: appointmentsArea, right: 'change', order: 6 } as const
const url = (id: number) => `/calendar/move-appointment/${id}`

/** A whole planning is duplicated there already; a part is copied from its block. */
const actions: PopupAction[] = [
  {
    ...of,
    action: ({ id }) => ({
      label: 'Onderdeel verplaatsen',
      icon: 'calendar-time',
      kind: 'popup',
      url: url(id),
      synonyms: ['verzetten', 'andere datum'],
    }),
  },
]

/** Parts moved, made longer and copied by hand: in the calendar, on the board, or in a form. */
export const moving: ModulePart = { screens: Object.values(screens), gifts: [give(popupActions, actions)] }
