import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { firstSteps } from '../../../system/calendar/points.ts'
import { importTargets } from '../../../system/importing/points.ts'
import { alternativeIdsOf } from './alternatives.queries.ts'
import * as alternatives from './alternatives.screens.ts'
import * as bulk from './bulk.screens.ts'
import { courseFields } from './courses.fields.ts'
import { courseTarget } from './import.plan.ts'
import * as calls from './calls.screens.ts'
import { checklistBlockers, courseNames, courseBlockers, productBlockers, roomBlockers } from './courses.queries.ts'
import * as screens from './courses.screens.ts'
import { courseSearch } from './courses.search.ts'
import { courseSelector } from './courses.selectors.ts'
import * as editing from './editing.screens.ts'
import { coursesArea } from './rights.ts'
import { seedCourses } from './story.ts'

export { alternativeIdsOf, courseFields }
export { type Component, type Skill, listComponents } from './components.queries.ts'
export { courseNames, getCourse, listCourseDetails, type Course } from './courses.queries.ts'
export { ORDER_BY, type OrderBy, courseDays, formatDuration, type ValidityBasis } from './courses.rules.ts'
export { type CourseTerms, refreshBy, validUntil } from './validity.rules.ts'

export const courses: ModulePart = {
  screens: [
    ...Object.values(screens),
    ...Object.values(editing),
    ...Object.values(bulk),
    ...Object.values(calls),
    ...Object.values(alternatives),
  ],
  selectors: [courseSelector],
  records: [
    {
      type: 'course',
      label: { one: 'opleiding', many: 'opleidingen' },
      area: coursesArea,
      table: 'courses',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/course/view/{id}',
      fields: courseFields,
      carries: ['notes'],
      nameSql: sql<string>`courses.description`,
      names: courseNames,
    },
  ],
  navGroups: [
    { key: 'courses', label: 'Opleidingen', icon: 'school', order: 20 },
    { key: 'students', label: 'Cursisten', icon: 'user-square-rounded', order: 30 },
  ],
  nav: [
    {
      group: 'courses',
      label: 'Opleidingen',
      icon: 'school',
      href: '/courses',
      key: 'o',
      area: coursesArea,
      order: 1,
      lists: { teacher: 5 },
    },
  ],
  create: [
    {
      action: { label: 'Opleiding', icon: 'school', kind: 'popup', url: '/course/add' },
      command: 'Nieuwe opleiding',
      key: 'o',
      area: coursesArea,
    },
  ],
  constraints: {
    courses_code95_whole: {
      field: 'code95_hours',
      message: 'Vul voor code 95 de code en de uren in, of geen van beide.',
    },
    courses_code95_elearning: {
      field: 'code95_elearning_hours',
      message: 'Per dag van 7 uur is hooguit 4 uur e-learning, en samen hooguit 12 uur.',
    },
    courses_group_price: {
      field: 'group_max_count',
      message: 'Kies voor een groepsprijs een product, en zeg tot en met hoeveel personen hij geldt.',
    },
    courses_product_id_fkey: { field: 'product_id', message: 'Een opleiding wordt nog als dit product verkocht.' },
    courses_no_show_product_id_fkey: {
      field: 'no_show_product_id',
      message: 'Een opleiding rekent annuleringskosten nog als dit product.',
    },
    courses_group_product_id_fkey: {
      field: 'group_product_id',
      message: 'Een opleiding wordt nog als dit product verkocht.',
    },
    courses_code_key: { field: 'code', message: 'Er is al een opleiding met deze code.' },
    courses_refresher_course_id_fkey: {
      field: 'refresher_course_id',
      message: 'Deze opleiding is nog een herhaling van een andere, of bestaat niet meer.',
    },
    course_alternatives_other: { field: 'alternative_id', message: 'Een opleiding is geen alternatief van zichzelf.' },
    course_alternatives_alternative_id_fkey: {
      field: 'alternatives',
      message: 'Deze opleiding is nog een alternatief van een andere, of bestaat niet meer.',
    },
    course_requirements_required_course_id_fkey: {
      field: 'required_courses',
      message: 'Het certificaat van deze opleiding is nog nodig voor een andere, of de opleiding bestaat niet meer.',
    },
    courses_checklist_id_fkey: {
      field: 'checklist_id',
      message: 'Deze checklist hoort nog bij een opleiding, of bestaat niet meer.',
    },
    appointment_groups_course_id_fkey: {
      field: 'course_id',
      message: 'Deze opleiding is nog gepland, of bestaat niet meer.',
    },
    appointments_component_id_fkey: {
      field: 'components',
      message: 'Een onderdeel is nog gepland, of bestaat niet meer.',
    },
    appointments_room_id_fkey: { field: 'room_id', message: 'Dit lokaal is nog in gebruik, of bestaat niet meer.' },
    component_skills_skill_id_fkey: { field: 'components', message: 'Een gekozen vaardigheid bestaat niet meer.' },
    skills_name_key: { field: 'name', message: 'Deze vaardigheid bestaat al.' },
  },
  story: seedCourses,
  gifts: [
    give(importTargets, [courseTarget]),
    give(blockers, [
      { record: 'course', reasons: courseBlockers },
      { record: 'room', reasons: roomBlockers },
      { record: 'checklist', reasons: checklistBlockers },
      { record: 'product', what: 'delete', reasons: productBlockers },
    ]),
    give(searchSources, [courseSearch]),
    give(firstSteps, [
      {
        order: 20,
        label: 'Een opleiding',
        text: 'Met haar onderdelen, duur en geldigheid.',
        done: sql<boolean>`exists (select 1 from courses)`,
        href: '/course/add',
        area: coursesArea,
        popup: true,
      },
    ]),
  ],
}
