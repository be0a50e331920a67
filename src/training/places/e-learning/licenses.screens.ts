import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { ROLE, type RoleId } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { HttpError } from '../../../platform/errors.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import { Refused } from '../../../platform/outside/outbox.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import type { GuardedAction } from '../../../platform/screens/popup/guarded-actions.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { selectFilter, selectorFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import type { Story } from '../../../platform/story.ts'
import { byName, fullName } from '../../../relations/contacts/index.ts'
import { licenseFields } from './e-learning.fields.ts'
import { MOST_LICENSES } from './e-learning.forms.ts'
import {
  type License,
  getCourseByCode,
  getLicense,
  licensesVisibleTo,
  listLicenses,
  stateOf,
} from './e-learning.queries.ts'
import { FAILED, NO_GRADES, isExpired, statusOf } from './e-learning.rules.ts'
import { licenseColumns } from './licenses.columns.ts'
import { licenseGroups } from './licenses.groups.ts'
import { eLearningArea } from './rights.ts'
import { reachesSupplier, readGrades } from './supplier.adapter.ts'
import { readProgress } from './supplier.job.ts'

const HOME = '/e-learning/licenses'
const access = { area: eLearningArea, record: 'e_learning_license' } as const
const toChange = { area: eLearningArea, right: 'change' } as const

const ofOwn = (story: Story, role: RoleId) => ({
  params: { id: role === ROLE.student ? story.eLearning.ofStudent : story.eLearning.anouk },
  foreign: { id: story.eLearning.foreign },
})

export const gradeText = (grade: string | null): string =>
  grade === null ? '' : Number(grade).toFixed(1).replace('.', ',')

/** Licences of everybody, or of those whom the viewer leads. */
export const licenseTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'E-learning',
  query: (db, viewer) => listLicenses(db).where(licensesVisibleTo(viewer)),
  filters: {
    state: selectFilter(
      'Stand',
      [
        { value: 'active', label: licenseFields.active.label },
        { value: 'expired', label: 'Verlopen' },
        { value: 'completed', label: 'Afgerond' },
        { value: 'stopped', label: 'Niet gelukt' },
      ],
      (state) =>
        ({
          active: sql<SqlBool>`(e_learning_licenses.active and e_learning_licenses.completed_at is null and e_learning_licenses.expires_on >= current_date)`,
          expired: sql<SqlBool>`(e_learning_licenses.completed_at is null and e_learning_licenses.expires_on < current_date)`,
          completed: sql<SqlBool>`e_learning_licenses.completed_at is not null`,
          stopped: sql<SqlBool>`e_learning_licenses.stopped`,
        })[state]!,
    ),
    contact_id: selectorFilter(
      licenseFields.contact_id.label,
      'contact',
      (ids) => sql<SqlBool>`e_learning_licenses.contact_id in (${sql.join(ids)})`,
    ),
  },
  sorts: {
    name: { by: byName },
    expires: { by: [sql`e_learning_licenses.expires_on`], type: 'date' },
  },
  defaultSort: 'expires',
  groups: licenseGroups,
  moreColumns: licenseColumns,
  columns: [
    {
      field: 'contact_id',
      kind: 'main',
      sort: 'name',
      hiddenWhenFilteredBy: ['contact_id'],
      cell: (row) => ({ text: fullName(row), sub: row.company ?? '' }),
    },
    { field: 'e_learning_course_id', cell: (row) => row.description },
    { label: 'Licentie', key: 'state', cell: (row) => ({ status: statusOf(stateOf(row), today()) }) },
    {
      field: 'progress',
      cell: (row) => (row.progress === 0 ? { text: 'Nog niet begonnen', muted: true } : `${row.progress} %`),
    },
    { field: 'grade', cell: (row) => gradeText(row.grade) },
    { field: 'expires_on', sort: 'expires', cell: (row) => formatDate(row.expires_on) },
  ],
  open: (row) => `/e-learning/license/${row.id}`,
  empty: {
    icon: 'device-laptop',
    title: 'Geen licenties',
    text: 'Koppel cursisten vanuit hun planning, of maak een licentie bij het contact.',
  },
  example: () => ({ foreign: null }),
})

const post = (label: string, icon: string, url: string, more: Partial<GuardedAction> = {}): GuardedAction => ({
  ...toChange,
  label,
  icon,
  kind: 'post',
  url,
  ...more,
})

/** What can be done with a licence. */
export function licenseActions(license: License): GuardedAction[] {
  const { id, active } = license
  if (!active) return []
  const expired = isExpired({ until: license.expires_on }, today())
  return [
    ...(expired || license.completed_at ? [] : [post('Link sturen', 'mail', `/e-learning/license/${id}/send-link`)]),
    ...(license.wish === 'create'
      ? []
      : [
          post('Verlengen', 'refresh', `/e-learning/license/${id}/renew`, {
            confirm: `Weet u zeker dat u deze licentie met ${formatCount(license.expiry_days, 'dag', 'dagen')} vanaf vandaag wilt verlengen? Hieraan kunnen kosten verbonden zijn.`,
          }),
        ]),
    ...(license.to_bill > 0
      ? [
          post('Factuur maken', 'file-invoice', '/e-learning/licenses/makeInvoices', {
            fields: { licenses: String(id) },
          }),
        ]
      : []),
  ]
}

/** One licence. */
export const licenseView = popup({
  ...access,
  right: 'view',
  path: '/e-learning/license/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const license = await getLicense(db, params.id)
    return { license, name: fullName(license) }
  },
  title: ({ name }) => name,
  subtitle: ({ license }) => [license.description, license.company].filter(Boolean).join(' · '),
  status: ({ license }) => statusOf(stateOf(license), today()),
  actions: ({ license }, viewer) => [
    {
      area: eLearningArea,
      right: 'view',
      label: 'Cijfers',
      icon: 'list-numbers',
      kind: 'popup',
      url: `/e-learning/license/${license.id}/grades`,
    },
    ...(may(viewer, eLearningArea, 'change') ? licenseActions(license) : []),
  ],
  options: ({ license }) =>
    license.active
      ? [
          {
            ...toChange,
            label: 'Licentie beëindigen',
            icon: 'trash',
            kind: 'delete',
            url: `/e-learning/license/${license.id}`,
            danger: true,
            confirm: 'Weet u zeker dat u de licentie wilt beëindigen? De cursist kan er daarna niet meer mee inloggen.',
          },
        ]
      : [],
  footnote: ({ license }) => `Laatst gewijzigd op ${formatDateTime(license.updated_at)}`,
  view: 'training/e-learning/license',
  example: ofOwn,
})

/** What somebody scored, as the supplier tells it now. */
export const licenseGrades = popup({
  ...access,
  right: 'view',
  path: '/e-learning/license/:id/grades',
  home: HOME,
  size: 'small',
  load: async ({ db, params, services }) => {
    const license = await getLicense(db, params.id)
    if (!reachesSupplier(services)) return { license, grades: [] }
    try {
      const grades = license.supplier_id === null ? null : await readGrades(services, license.supplier_id)
      if (grades === null) throw new HttpError(409, NO_GRADES)
      return { license, grades }
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Refused) throw new HttpError(409, FAILED)
      throw error
    }
  },
  title: 'Cijfers',
  subtitle: ({ license }) => `${fullName(license)} · ${license.description}`,
  view: 'training/e-learning/grades',
  example: ofOwn,
})

/** Licences of these people for a course, as the supplier has them now. */
export const licensesOfCourse = json({
  ...access,
  right: 'view',
  recordParam: null,
  path: '/e-learning/getElearningLicensesForCourse/:code(word)',
  query: z.object({ contact_ids: idList(MOST_LICENSES) }),
  answer: async ({ db, viewer, params, query, services }) => {
    const find = () =>
      listLicenses(db)
        .where('e_learning_courses.code', '=', params.code)
        .where(sql<SqlBool>`e_learning_licenses.contact_id = any(${query.contact_ids}::integer[])`)
        .where(licensesVisibleTo(viewer))
        .orderBy('e_learning_licenses.id')
        .limit(MOST_LICENSES)
        .execute()
    await getCourseByCode(db, params.code)
    const before = await find()
    try {
      if (reachesSupplier(services))
        await readProgress(
          services,
          before.flatMap(({ supplier_id }) => supplier_id ?? []),
        )
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Refused) throw new HttpError(409, FAILED)
      throw error
    }
    return { licenses: (await find()).map(toldOf) }
  },
  example: (story) => ({
    params: { code: 'EHBO-ONLINE' },
    query: { contact_ids: String(story.contacts.gerrit) },
    foreign: null,
  }),
})

const toldOf = (license: License) => ({
  id: license.id,
  contact_id: license.contact_id,
  course_code: license.code,
  active: license.active,
  expired: isExpired({ until: license.expires_on }, today()),
  isCompleted: license.completed_at !== null,
  grade: license.grade === null ? null : Number(license.grade),
  license_data: { end_date: license.expires_on },
})
