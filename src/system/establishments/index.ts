import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../platform/blockers.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { searchSources } from '../../platform/search/search.ts'
import { occupations } from '../occupations/points.ts'
import { roomClosureNames } from './closures.queries.ts'
import * as bulk from './bulk.screens.ts'
import * as closures from './closures.screens.ts'
import { establishmentFields, roomClosureFields, roomFields, specialDayFields } from './establishments.fields.ts'
import { establishmentNames, establishmentBlockers, roomNames } from './establishments.queries.ts'
import { roomOccupations } from './occupations.ts'
import * as screens from './establishments.screens.ts'
import { establishmentSearch, roomSearch } from './establishments.search.ts'
import { establishmentSelector, roomSelector } from './establishments.selectors.ts'
import { specialDayNames } from './hours.queries.ts'
import * as hours from './hours.screens.ts'
import { establishmentsArea, placesArea } from './rights.ts'
import * as rooms from './rooms.screens.ts'
import * as travel from './travel.screens.ts'
import { seedEstablishments } from './story.ts'

export { addEstablishment, addRoom } from './establishments.commands.ts'
export { listReachable, roomLabel } from './establishments.queries.ts'
export { listTravelTimes, travelKey } from './travel.queries.ts'

export const establishments: ModulePart = {
  screens: [screens, rooms, bulk, closures, hours, travel].flatMap((declared) => Object.values(declared)),
  selectors: [establishmentSelector, roomSelector],
  records: [
    {
      type: 'establishment',
      label: { one: 'vestiging', many: 'vestigingen' },
      area: placesArea,
      table: 'establishments',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/establishment/view/{id}',
      fields: establishmentFields,
      names: establishmentNames,
    },
    {
      type: 'room',
      label: { one: 'lokaal', many: 'lokalen' },
      area: placesArea,
      table: 'rooms',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/room/view/{id}',
      fields: roomFields,
      names: roomNames,
    },
    {
      type: 'establishment_day',
      label: { one: 'afwijkende dag', many: 'afwijkende dagen' },
      area: establishmentsArea,
      table: 'establishment_days',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/establishment/day/edit/{id}',
      fields: specialDayFields,
      names: specialDayNames,
    },
    {
      type: 'room_closure',
      label: { one: 'sluiting', many: 'sluitingen' },
      area: establishmentsArea,
      table: 'room_closures',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/room/closure/edit/{id}',
      fields: roomClosureFields,
      names: roomClosureNames,
    },
  ],
  nav: [
    {
      label: 'Vestigingen',
      icon: 'building-community',
      href: '/settings/establishments',
      setup: true,
      key: 'v',
      area: establishmentsArea,
      order: 83,
    },
    {
      label: 'Lokalen',
      icon: 'door',
      href: '/settings/rooms',
      setup: true,
      key: 'l',
      area: establishmentsArea,
      order: 84,
    },
  ],
  constraints: {
    establishment_days_establishment_id_day_key: { field: 'day', message: 'Deze dag staat er al.' },
    establishments_name_key: { field: 'name', message: 'Er is al een vestiging met deze naam.' },
    rooms_establishment_id_name_key: { field: 'name', message: 'Deze vestiging heeft al een lokaal met deze naam.' },
    rooms_establishment_id_fkey: {
      field: 'establishment_id',
      message: 'Deze vestiging heeft nog lokalen of bestaat niet meer.',
    },
  },
  story: seedEstablishments,
  gifts: [
    give(occupations, roomOccupations),
    give(searchSources, [establishmentSearch, roomSearch]),
    give(blockers, [{ record: 'establishment', reasons: establishmentBlockers }]),
  ],
}
