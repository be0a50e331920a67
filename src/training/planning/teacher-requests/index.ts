import { blockers } from '../../../platform/blockers.ts'
import { sealedData } from '../../../platform/jobs/reseal.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { attention } from '../../../system/attention/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { waitingApplications } from './applications.queries.ts'
import * as askingScreens from './create.screens.ts'
import { resealRequests } from './link.commands.ts'
import * as choosingScreens from './choosing.screens.ts'
import * as listScreens from './list.screens.ts'
import * as ownScreens from './own.screens.ts'
import { requestData } from './person-data.ts'
import { askAction, teachersAsked } from './planning.todo.ts'
import * as publicScreens from './public.screens.ts'
import { requestRestoring } from './restoring.ts'
import { ownRequestsArea, teacherRequestsArea, teacherSearchArea } from './rights.ts'
import { seedTeachers } from './story.ts'
import { askJob } from './teacher-requests.job.ts'
import { countOpen, partAsked, wasAsked } from './teacher-requests.queries.ts'
import {
  applicationNames,
  applicationsVisibleTo,
  requestNames,
  requestsVisibleTo,
  searchNames,
  searchesVisibleTo,
} from './scope.queries.ts'
import { applicationFields, requestFields, searchFields } from './teacher-requests.fields.ts'
import { requestMerges } from './merging.ts'

/** Asking teachers for the parts that lack them, and teachers who apply by themselves. */
export const teacherRequests: ModulePart = {
  screens: [askingScreens, choosingScreens, listScreens, ownScreens, publicScreens].flatMap((declared) =>
    Object.values(declared),
  ),
  records: [
    {
      type: 'teacher-search',
      label: { one: 'zoektocht naar docenten', many: 'zoektochten naar docenten' },
      area: teacherSearchArea,
      table: 'teacher_searches',
      visibleTo: searchesVisibleTo,
      open: null,
      fields: searchFields,
      names: searchNames,
    },
    {
      type: 'teacher-request',
      label: { one: 'aanvraag', many: 'aanvragen' },
      area: teacherRequestsArea,
      table: 'teacher_requests',
      visibleTo: requestsVisibleTo,
      open: null,
      fields: requestFields,
      names: requestNames,
    },
    {
      type: 'teacher-application',
      label: { one: 'aanmelding', many: 'aanmeldingen' },
      area: teacherRequestsArea,
      table: 'teacher_applications',
      visibleTo: applicationsVisibleTo,
      open: null,
      fields: applicationFields,
      names: applicationNames,
    },
  ],
  constraints: {
    teacher_searches_one: { field: '_form', message: 'Voor dit onderdeel worden al docenten gevraagd.' },
    teacher_applications_one: { field: '_form', message: 'U hebt zich al aangemeld.' },
  },
  nav: [
    {
      group: 'teachers',
      label: 'Aanvragen',
      icon: 'message-question',
      href: '/my-requests',
      area: ownRequestsArea,
      order: 3,
      lists: { teacher: 3 },
    },
    {
      group: 'teachers',
      label: 'Docenten gezocht',
      icon: 'user-question',
      href: '/teacher-requests',
      area: teacherSearchArea,
      order: 2,
      waits: 'teacher_applications',
    },
  ],
  jobs: { 'teachers.ask': askJob },
  crons: { 'teachers.ask': '* * * * *' },
  story: seedTeachers,
  gifts: [
    give(mergeStrategies, requestMerges),
    give(personData, [requestData]),
    give(sealedData, [resealRequests]),
    give(restorings, requestRestoring),
    give(popupTabs, [
      {
        record: 'appointment',
        key: 'teachers',
        label: 'Docenten',
        icon: 'user-question',
        area: teacherSearchArea,
        order: 6,
        url: (id) => `/calendar/${id}/teachers`,
        count: (_viewer, id) => countOpen(id),
        filled: (_viewer, id) => wasAsked(id),
      },
    ]),
    give(openPoints, [teachersAsked]),
    give(popupActions, [askAction]),
    give(attention, [
      {
        name: 'teacher_applications',
        kind: 'staffing',
        icon: 'user-question',
        tone: 'warning',
        label: { one: 'onderdeel met een aanmelding van een docent', many: 'onderdelen met aanmeldingen van docenten' },
        area: teacherSearchArea,
        url: '/teacher-requests?what=applications',
        workingDaysBefore: 3,
        rows: () => waitingApplications,
      },
    ]),
    give(blockers, [{ record: 'appointment', what: 'delete', reasons: partAsked }]),
  ],
}
