/** What places ask for as they stand. */
import type { Step } from '../../platform/screens/popup/next-step.ts'
import type { OpenLine } from '../../platform/screens/popup/open-points.ts'
import { establishmentsArea } from './rights.ts'

const change = { area: establishmentsArea, right: 'change' } as const

/** A place is there for its rooms. */
export const addRoomTo = ({ id }: { id: number }) =>
  ({
    ...change,
    label: 'Lokaal toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: `/settings/room/add?establishment_id=${id}`,
  }) as const

/** Nobody can be planned in a place that has none. */
export const establishmentSteps = (establishment: { id: number; active: boolean; room_count: number }): Step[] =>
  establishment.active && establishment.room_count === 0 ? [{ ...addRoomTo(establishment), next: true }] : []

/** Without an address nobody finds the way there, and travel times are not known. */
export const establishmentNeeds = (establishment: { id: number; active: boolean; city: string | null }): OpenLine[] =>
  !establishment.active || establishment.city
    ? []
    : [
        {
          label: 'Adres ontbreekt',
          sub: 'Berichten wijzen de weg niet',
          icon: 'map-pin-off',
          state: 'open',
          action: {
            ...change,
            label: 'Adres invullen',
            kind: 'popup',
            url: `/settings/establishment/edit/${establishment.id}`,
          },
        },
      ]

interface Room {
  id: number
  active: boolean
  capacity: number | null
  hired: boolean
  hire_confirmed: boolean
}

const edit = ({ id }: Room) => ({ ...change, icon: 'pencil', kind: 'popup' as const, url: `/settings/room/edit/${id}` })

/** A room of which is not known how many fit in is planned too full; one that is hired has to be confirmed. */
export const roomSteps = (room: Room): Step[] => [
  ...(room.active && room.capacity === null ? [{ ...edit(room), label: 'Plaatsen invullen', next: true }] : []),
  ...(room.active && room.hired && !room.hire_confirmed
    ? [{ ...edit(room), label: 'Huur bevestigen', icon: 'circle-check', next: true }]
    : []),
]
