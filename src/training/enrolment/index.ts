import { blockers } from '../../platform/blockers.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup-tabs.ts'
import { restorings } from '../../platform/undo/points.ts'
import { contactsArea } from '../../relations/contacts/rights.ts'
import { personData, retentionKinds } from '../../system/privacy/points.ts'
import { enrolmentsVisibleTo } from '../appointments/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import * as enrolScreens from './enrol.screens.ts'
import { enrolmentFields, reservationFields } from './enrolment.fields.ts'
import { joinEnrolments } from './enrolment.merging.ts'
import { enrolmentNames } from './enrolment.queries.ts'
import * as unsubscribingScreens from './unsubscribing.screens.ts'
import * as moveScreens from './move.screens.ts'
import { enrolmentData, noteRetention } from './person-data.ts'
import { reservationNames, reservationsVisibleTo } from './reservations.queries.ts'
import * as reservationScreens from './reservations.screens.ts'
import { enrolmentRestoring, reservationRestoring } from './restoring.ts'
import { enrolmentPlanningArea } from './rights.ts'
import {
  companyDisableBlockers,
  companyBlockers,
  contactDisableBlockers,
  contactBlockers,
  countEnrolmentsOf,
} from './students.queries.ts'
import * as studentScreens from './students.screens.ts'

export { type EnrolInput, type Enrolled, enrol } from './enrolment.commands.ts'
export { enrolmentFields }
export { studentNoteText } from './enrolment.forms.ts'
export { assertNoteSeen } from './notes.commands.ts'
export { lockResults, setResults, type RecordedResult } from './results.commands.ts'

export const enrolment: ModulePart = {
  screens: [enrolScreens, studentScreens, unsubscribingScreens, moveScreens, reservationScreens].flatMap((screens) =>
    Object.values(screens),
  ),
  records: [
    {
      type: 'enrolment',
      label: { one: 'inschrijving', many: 'inschrijvingen' },
      area: appointmentsArea,
      table: 'enrolments',
      visibleTo: enrolmentsVisibleTo,
      open: null,
      fields: enrolmentFields,
      names: enrolmentNames,
    },
    {
      type: 'reservation',
      label: { one: 'reservering', many: 'reserveringen' },
      area: enrolmentPlanningArea,
      table: 'reservations',
      visibleTo: reservationsVisibleTo,
      open: '/calendar/getReservation/{id}',
      fields: reservationFields,
      names: reservationNames,
    },
  ],
  constraints: {
    appointments_capacity: { field: 'students', message: 'Er zijn niet genoeg vrije plaatsen.' },
  },
  gifts: [
    give(popupTabs, [
      {
        record: 'contact',
        key: 'enrolments',
        label: 'Inschrijvingen',
        icon: 'calendar-event',
        area: contactsArea,
        order: 20,
        url: (id) => `/contact/${id}/enrolments?embed=1`,
        count: countEnrolmentsOf,
      },
    ]),
    give(restorings, [enrolmentRestoring, reservationRestoring]),
    give(personData, [enrolmentData]),
    give(retentionKinds, [noteRetention]),
    give(blockers, [
      { record: 'contact', what: 'delete', reasons: contactBlockers },
      { record: 'contact', what: 'disable', reasons: contactDisableBlockers },
      { record: 'company', what: 'delete', reasons: companyBlockers },
      { record: 'company', what: 'disable', reasons: companyDisableBlockers },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'enrolments', column: 'contact_id', merges: joinEnrolments },
      { record: 'company', table: 'enrolments', column: 'company_id', merges: 'moves' },
      { record: 'contact', table: 'reservations', column: 'contact_id', merges: 'moves' },
      { record: 'company', table: 'reservations', column: 'company_id', merges: 'moves' },
    ]),
  ],
}
