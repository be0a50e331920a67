import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupActions } from '../../platform/screens/popup/popup-actions.ts'
import { occupations } from '../../system/occupations/points.ts'
import { personData, retentionKinds } from '../../system/privacy/points.ts'
import { contactsManageArea } from '../contacts/rights.ts'
import { absenceFields, freeDayFields, workingWeekFields } from './availability.fields.ts'
import { availabilityMerges } from './merging.ts'
import { availabilityOccupations } from './occupations.ts'
import {
  absenceNames,
  absencesVisibleTo,
  freeDayNames,
  freeDaysVisibleTo,
  workingWeekNames,
  workingWeeksVisibleTo,
} from './availability.queries.ts'
import * as screens from './availability.screens.ts'
import * as hours from './hours.screens.ts'
import { absenceRetention, availabilityData } from './person-data.ts'
import { availabilityArea } from './rights.ts'
import { seedAvailability } from './story.ts'

export { addAbsence } from './availability.commands.ts'

export { AbsenceForm, type AbsenceInput } from './availability.forms.ts'
export { getAbsence, personChoice } from './availability.queries.ts'

/** When the people that are planned are there, and when they are not. */
export const availability: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(hours)],
  records: [
    {
      type: 'absence',
      label: { one: 'afwezigheid', many: 'afwezigheden' },
      area: availabilityArea,
      table: 'absences',
      visibleTo: absencesVisibleTo,
      open: '/availability/absence/{id}',
      fields: absenceFields,
      names: absenceNames,
    },
    {
      type: 'free_day',
      label: { one: 'vrije dag', many: 'vrije dagen' },
      area: availabilityArea,
      table: 'free_days',
      visibleTo: freeDaysVisibleTo,
      open: '/availability/free-day/{id}',
      fields: freeDayFields,
      names: freeDayNames,
    },
    {
      type: 'working_week',
      label: { one: 'werktijden', many: 'werktijden' },
      area: availabilityArea,
      table: 'working_weeks',
      visibleTo: workingWeeksVisibleTo,
      open: '/availability/hours/{id}',
      fields: workingWeekFields,
      names: workingWeekNames,
    },
  ],
  nav: [
    {
      group: 'teachers',
      label: 'Beschikbaarheid',
      icon: 'calendar-off',
      href: '/availability',
      key: 'w',
      area: availabilityArea,
      order: 1,
      lists: { teacher: 4 },
    },
  ],
  constraints: {
    working_weeks_apart: { field: 'first_day', message: 'Voor deze dagen heeft deze persoon al werktijden.' },
  },
  story: seedAvailability,
  gifts: [
    give(occupations, availabilityOccupations),
    give(mergeStrategies, availabilityMerges),
    give(personData, [availabilityData]),
    give(retentionKinds, [absenceRetention]),
    give(popupActions, [
      {
        record: 'contact',
        place: 'menu',
        order: 60,
        area: contactsManageArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Afwezigheid toevoegen',
          icon: 'calendar-off',
          kind: 'popup',
          url: `/availability/absence/add?contact_id=${id}`,
        }),
        when: (_viewer, id) => sql<SqlBool>`exists (select 1 from contacts
          where id = ${id} and roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.lotus)}])`,
      },
    ]),
  ],
}
