import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { calendarArea } from '../../../system/calendar/rights.ts'
import { occupations } from '../../../system/occupations/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { appointmentFields } from './appointments.fields.ts'
import { historyOfPlanning } from './record.queries.ts'
import * as calls from './calls.screens.ts'
import { appointmentOccupations } from './occupations.ts'
import {
  appointmentBlockers,
  appointmentsVisibleTo,
  incompanyBlockers,
  responsibleBlockers,
} from './appointments.queries.ts'
import * as screens from './appointments.screens.ts'
import { givenData } from './person-data.ts'
import { appointmentSearch } from './appointments.search.ts'
import { appointmentNameSql, appointmentSelector } from './appointments.selectors.ts'
import { appointmentRestoring, awayPermitRestoring, permissionRestoring, responsibleRestoring } from './restoring.ts'

export { partBeside, partTitle } from './names.rules.ts'
export { offerEnds } from './answer-time.rules.ts'
export { appointmentFields } from './appointments.fields.ts'
export {
  addPart,
  addPlanning,
  replaceResponsibles,
  type NewPart,
  type NewResponsible,
} from './appointments.commands.ts'
export {
  appointmentsVisibleTo,
  enrolmentsVisibleTo,
  getAppointment,
  isOpenPart,
  isOpenPartFor,
  resultsKnown,
  isToBeFinished,
  isUnfinished,
  listParts,
  listResponsibles,
  listStatuses,
  lockParts,
  type Appointment,
} from './appointments.queries.ts'
export { isNamedTo, listIncompany, nameIncompany } from './incompany.queries.ts'
export {
  LACKING,
  OUTSIDE_PART,
  OVER,
  inCompanyNames,
  RESPONSIBLE_ROLES,
  type ResponsibleRole,
  canBeFinished,
  fixedReason,
  isOutsidePart,
  seenBy,
} from './appointments.rules.ts'
export {
  type BookedPart,
  findJudgedRooms,
  findLackedSkills,
  findProofs,
  judgeParts,
  listNearby,
  spanAround,
} from './findings.queries.ts'
export { judgeStored } from './assessment.queries.ts'
export { PLANNING_MENUS } from './submenus.ts'
export { travelFrom } from './near.rules.ts'
export {
  type Crowd,
  type Finding,
  type Nearby,
  type JudgedRoom,
  REST_HOURS,
  hireNote,
  judgeBoth,
  judgeCrowd,
  judgePerson,
  judgeStudents,
} from './findings.rules.ts'
export { addTeacher, editAppointment } from './edit.commands.ts'
export { permitRead } from './permits.commands.ts'
export { inputOf } from './input.rules.ts'
export { type AppointmentInput, COUNT_LACKS, lacksCount, ownCount } from './appointments.forms.ts'
export { lacksPlace, lacksTeacher, neededTeachers, teachersThere } from './record.queries.ts'
export { partAddress, partPlace, placeFor } from './places.queries.ts'
export { setOptionUntil, setStatus, statusLabel } from './status.commands.ts'
export { addPlaces } from './capacity.commands.ts'

export const appointments: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(calls)],
  selectors: [appointmentSelector],
  records: [
    {
      type: 'appointment',
      label: { one: 'planning', many: 'planningen' },
      area: calendarArea,
      table: 'appointments',
      visibleTo: appointmentsVisibleTo,
      open: '/calendar/view-appointment/{id}',
      fields: appointmentFields,
      carries: ['notes', 'documents', 'messages', 'checklists', 'tasks'],
      nameSql: appointmentNameSql,
      historyAlong: historyOfPlanning,
    },
  ],
  constraints: {
    appointments_start_before_end: { field: 'start_datetime', message: 'Begindatum moet voor de einddatum zijn.' },
    appointment_responsibles_contact_id_fkey: { field: 'responsibles', message: 'Deze persoon bestaat niet meer.' },
  },
  gifts: [
    give(searchSources, [appointmentSearch]),
    give(personData, [givenData]),
    give(restorings, [appointmentRestoring, responsibleRestoring, permissionRestoring, awayPermitRestoring]),
    give(occupations, appointmentOccupations),
    give(mergeStrategies, [
      { record: 'contact', table: 'appointment_responsibles', column: 'contact_id', merges: 'drop' },
      { record: 'contact', table: 'away_permits', column: 'contact_id', merges: 'drop' },
      { record: 'company', table: 'appointment_group_companies', column: 'company_id', merges: 'drop' },
    ]),
    give(blockers, [
      { record: 'appointment', reasons: appointmentBlockers },
      { record: 'contact', what: 'delete', reasons: responsibleBlockers },
      { record: 'company', what: 'delete', reasons: incompanyBlockers },
    ]),
  ],
}
