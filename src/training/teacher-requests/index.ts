import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { personData } from '../../system/privacy/points.ts'
import { requestData } from './person-data.ts'
import { teacherRequestsArea, teacherSearchArea } from './rights.ts'
import {
  applicationNames,
  applicationsVisibleTo,
  requestNames,
  requestsVisibleTo,
  searchNames,
  searchesVisibleTo,
} from './scope.queries.ts'
import { applicationFields, requestFields, searchFields } from './teacher-requests.fields.ts'
import { requestMerges } from './teacher-requests.merging.ts'

/** Asking teachers for the parts that lack them, and teachers who apply by themselves. */
export const teacherRequests: ModulePart = {
  screens: [],
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
  gifts: [give(mergeStrategies, requestMerges), give(personData, [requestData])],
}
