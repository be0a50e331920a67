import { sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { contactsArea } from '../../../relations/contacts/rights.ts'
import { firstSteps } from '../../../system/calendar/points.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { enrolmentsVisibleTo } from '../../planning/appointments/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import * as anywhereScreens from './enrol-anywhere.screens.ts'
import * as enrolScreens from './enrol.screens.ts'
import { enrolmentFields, reservationFields } from './enrolment.fields.ts'
import { joinEnrolments } from './merging.ts'
import { enrolmentNames } from './enrolment.queries.ts'
import { enrolFrom } from './from.todo.ts'
import { openPlanningSelector } from './enrolment.selectors.ts'
import * as unsubscribingScreens from './unsubscribing/unsubscribing.screens.ts'
import * as offerScreens from './reservations/offers.screens.ts'
import * as moveScreens from './move/move.screens.ts'
import { enrolStep, withoutAddress, withoutNames } from './planning.todo.ts'
import { enrolmentData, noteRetention, reservationData } from './person-data.ts'
import * as placesTakenScreens from './places-taken.screens.ts'
import * as redirectingScreens from './move/redirect.screens.ts'
import * as replacingScreens from './replacing/replacing.screens.ts'
import { releaseJob } from './reservations/reservations.job.ts'
import { reservationNames, reservationsVisibleTo } from './reservations/reservations.queries.ts'
import * as reservationScreens from './reservations/reservations.screens.ts'
import * as requirementScreens from './requirements.screens.ts'
import { enrolmentRestoring, reservationRestoring } from './restoring.ts'
import { enrolmentArea, enrolmentPlanningArea } from '../../rights.ts'
import {
  companyDisableBlockers,
  countEnrolmentsFor,
  companyBlockers,
  contactDisableBlockers,
  contactBlockers,
  countEnrolmentsOf,
} from './students/students.queries.ts'
import { selectionActions } from '../../../platform/screens/table/selection-actions.ts'
import * as noteScreens from './notes.screens.ts'
import * as placesScreens from './students/places.screens.ts'
import * as studentScreens from './students/students.screens.ts'

export { type EnrolInput, type Enrolled, enrol, recordPast } from './enrolment.commands.ts'
export { Unqualified } from './unsubscribing/waiving.commands.ts'
export { enrolmentFields }
export { studentNoteText } from './enrolment.forms.ts'
export { assertNoteSeen } from './notes.commands.ts'
export { lockChosen, lockTogether, withHeld } from './enrolment.queries.ts'
export { findKnown } from './list/list.queries.ts'
export { contactFields as newContactFields } from './list/list.rules.ts'
export { freePlaces } from './enrolment.rules.ts'
export { move } from './move/move.commands.ts'
export { type CourseOpening, listOpenings } from './placing.queries.ts'
export { type OpenPart, type Opening, type Placeable, type Placed, placeAll } from './placing.rules.ts'
export { planUnsubscribing } from './unsubscribing/unsubscribing.plan.ts'
export { type Target, listComing } from './targets.queries.ts'
export {
  lockResults,
  setArrival,
  setPresentSource,
  setResults,
  type PresentSource,
  type RecordedResult,
} from './results.commands.ts'

export const enrolment: ModulePart = {
  screens: [
    enrolScreens,
    offerScreens,
    requirementScreens,
    anywhereScreens,
    studentScreens,
    placesScreens,
    noteScreens,
    unsubscribingScreens,
    moveScreens,
    replacingScreens,
    redirectingScreens,
    placesTakenScreens,
    reservationScreens,
  ].flatMap((screens) => Object.values(screens)),
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
  selectors: [openPlanningSelector],
  create: [
    {
      action: {
        label: 'Inschrijving',
        icon: 'user-plus',
        kind: 'popup',
        url: '/calendar/enroll',
        synonyms: [
          'inschrijven',
          'aanmelden',
          'boeken',
          'deelnemerslijst',
          'importeren',
          'excel',
          'cursisten',
          'toevoegen',
        ],
      },
      command: 'Nieuwe inschrijving',
      key: 'i',
      area: enrolmentArea,
    },
  ],
  jobs: { 'reservation.release': releaseJob },
  crons: { 'reservation.release': '*/15 * * * *' },
  constraints: {
    appointments_capacity: { field: 'students', message: 'Er zijn niet genoeg vrije plaatsen.' },
  },
  gifts: [
    give(firstSteps, [
      {
        order: 50,
        label: 'De eerste cursisten',
        text: 'Plak de lijst van de klant, of kies wie er komt.',
        done: sql<boolean>`exists (select 1 from enrolments)`,
        href: '/calendar/enroll',
        area: enrolmentArea,
        popup: true,
      },
    ]),
    give(popupTabs, [
      {
        record: 'contact',
        key: 'enrolments',
        main: true,
        label: 'Inschrijvingen',
        icon: 'calendar-event',
        area: contactsArea,
        order: 20,
        url: (id) => `/contact/${id}/enrolments?embed=1`,
        count: countEnrolmentsOf,
      },
      {
        record: 'company',
        key: 'students',
        label: 'Cursisten',
        icon: 'user-check',
        area: enrolmentArea,
        order: 8,
        url: (id) => `/company/${id}/students?embed=1`,
        count: countEnrolmentsFor,
      },
    ]),
    give(popupActions, [enrolStep, ...enrolFrom]),
    give(openPoints, [withoutAddress, withoutNames]),
    give(selectionActions, [
      {
        record: 'contact',
        action: {
          label: 'Inschrijven',
          icon: 'user-plus',
          kind: 'popup',
          url: '/calendar/enroll',
          order: 10,
          area: enrolmentArea,
          right: 'change',
        },
      },
    ]),
    give(restorings, [enrolmentRestoring, reservationRestoring]),
    give(personData, [enrolmentData, reservationData]),
    give(retentionKinds, [noteRetention]),
    give(blockers, [
      { record: 'contact', what: 'delete', among: contactBlockers },
      { record: 'contact', what: 'disable', among: contactDisableBlockers },
      { record: 'company', what: 'delete', reasons: companyBlockers },
      { record: 'company', what: 'disable', among: companyDisableBlockers },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'enrolments', column: 'contact_id', merges: joinEnrolments },
      { record: 'company', table: 'enrolments', column: 'company_id', merges: 'moves' },
      { record: 'company', table: 'enrolments', column: 'invoice_relation_id', merges: 'moves' },
      { record: 'contact', table: 'reservations', column: 'contact_id', merges: 'moves' },
      { record: 'company', table: 'reservations', column: 'company_id', merges: 'moves' },
    ]),
  ],
}
