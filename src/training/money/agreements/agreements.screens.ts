import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import type { Status } from '../../../platform/screens/models.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { companyNames } from '../../../relations/companies/index.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { addAgreement, deleteAgreement, editAgreement } from './agreements.commands.ts'
import { agreementFields } from './agreements.fields.ts'
import { AgreementEditForm, AgreementForm } from './agreements.forms.ts'
import {
  type AgreementLine,
  countUses,
  getAgreement,
  listAgreements,
  listLines,
  listUses,
  useSorts,
} from './agreements.queries.ts'
import { isDone, repeatText } from './agreements.rules.ts'
import { linkOf } from './link.ts'
import { agreementSteps } from './next.rules.ts'
import { agreementsArea } from './rights.ts'

const HOME = '/companies'
const access = { area: agreementsArea, record: 'agreement' } as const

/** How an agreement stands, by its end, what is left, and whether there is a link. */
function statusOf(
  { ends_on, token_hash }: { ends_on: string; token_hash: string | null },
  lines: AgreementLine[],
): Status {
  if (ends_on < today()) return { label: 'Afgelopen', css: 'st-cancelled' }
  if (isDone(ends_on, lines.map(({ left }) => left), today())) return { label: 'Geen plaatsen over', css: 'st-cancelled' } // prettier-ignore
  return token_hash === null
    ? { label: 'Zonder link', css: 'st-concept' }
    : { label: 'Link actief', css: 'st-confirmed' }
}

/** What was agreed with a company: a tab of it. */
export const agreementTable = table({
  ...access,
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'company' },
  path: '/company/:id/agreements',
  title: 'Overeenkomsten',
  query: (db, _viewer, params) =>
    listAgreements(db)
      .select(sql<AgreementLine[]>`'[]'::json`.as('lines'))
      .where('training_agreements.company_id', '=', params.id),
  complete: async (rows, { db }) => {
    const lines = await listLines(db, rows.map(({ id }) => id), today()) // prettier-ignore
    return rows.map((row) => ({ ...row, lines: lines.filter(({ agreement_id }) => agreement_id === row.id) }))
  },
  sorts: {
    name: { by: [sql`training_agreements.name collate "nl-x-icu"`] },
    ends_on: { by: [sql`training_agreements.ends_on`], type: 'date' },
  },
  defaultSort: '-ends_on',
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (agreement) => agreement.name },
    {
      field: 'courses',
      cell: ({ lines }) => lines.map(({ course, left }) => `${course}: ${left} over`).join(', '),
    },
    { field: 'ends_on', sort: 'ends_on', cell: (agreement) => formatDate(agreement.ends_on) },
    { label: 'Status', cell: (agreement) => ({ status: statusOf(agreement, agreement.lines) }) },
  ],
  open: (agreement) => `/agreements/view/${agreement.id}`,
  add: {
    label: 'Overeenkomst toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/company/:id/agreements/add',
    area: agreementsArea,
    right: 'change',
  },
  exportable: false,
  empty: {
    icon: 'file-certificate',
    title: 'Nog geen overeenkomsten',
    text: 'Een overeenkomst zegt hoeveel plaatsen dit bedrijf van welke opleiding kocht. Met een link schrijft het zelf mensen in.',
  },
  example: (story) => ({ params: { id: story.companies.deLinde } }),
})

export const agreementView = popup({
  ...access,
  right: 'view',
  path: '/agreements/view/:id',
  home: HOME,
  load: async ({ db, params, services }) => {
    const agreement = await getAgreement(db, params.id)
    const lines = await listLines(db, [params.id], today())
    return {
      agreement,
      lines: lines.map((line) => ({
        ...line,
        until: line.period?.until ?? line.valid_until,
        isOver: line.period === null,
        repeat: repeatText(line),
      })),
      uses: await countUses(db, params.id),
      link: linkOf(services.config, agreement),
      status: statusOf(agreement, lines),
    }
  },
  title: ({ agreement }) => agreement.name,
  subtitle: ({ agreement }) => `Overeenkomst · ${agreement.company_name}`,
  status: ({ status }) => status,
  nextSteps: ({ agreement, lines }) => agreementSteps(agreement, lines, today()),
  actions: ({ agreement }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/agreements/edit/${agreement.id}`,
      primary: true,
      area: agreementsArea,
      right: 'change',
    },
  ],
  options: ({ agreement }) => [
    ...(agreement.token_hash === null
      ? []
      : [
          {
            label: 'Nieuwe link maken',
            icon: 'refresh',
            kind: 'post' as const,
            url: `/agreements/${agreement.id}/link`,
            confirm:
              'Weet u zeker dat u een nieuwe link wilt maken? Wie de oude heeft, kan daarmee niemand meer inschrijven.',
            area: agreementsArea,
            right: 'change' as const,
          },
          {
            label: 'Link beëindigen',
            icon: 'link-off',
            kind: 'post' as const,
            url: `/agreements/${agreement.id}/link/end`,
            confirm: 'Weet u zeker dat u de link wilt beëindigen? Wie hem heeft, kan daarmee niemand meer inschrijven.',
            area: agreementsArea,
            right: 'change' as const,
          },
        ]),
    deleteOption('/agreements/delete', { type: 'agreement', id: agreement.id }, agreementsArea),
  ],
  layout: 'tabs',
  parts: [
    { key: 'overview', label: 'Overzicht', icon: 'file-certificate', view: 'training/agreements/overview' },
    {
      key: 'uses',
      label: 'Ingeschreven',
      icon: 'user-check',
      url: ({ agreement }) => `/agreements/${agreement.id}/uses?embed=1`,
      count: ({ uses }) => uses,
    },
  ],
  example: (story) => ({ params: { id: story.agreements.deLinde } }),
})

/** Who was enrolled out of an agreement. */
export const useTable = table({
  ...access,
  right: 'view',
  recordParam: null,
  record: 'contact',
  alsoRecords: { id: 'agreement' },
  path: '/agreements/:id/uses',
  title: 'Ingeschreven',
  query: (db, _viewer, params) => listUses(db, params.id),
  sorts: useSorts,
  defaultSort: '-used_on',
  columns: [
    { label: 'Cursist', kind: 'main', sort: 'name', cell: (use) => fullName(use) },
    { label: 'Opleiding', cell: (use) => use.course },
    { label: 'Planning', cell: (use) => String(use.group_id) },
    { label: 'Ingeschreven op', sort: 'used_on', cell: (use) => formatDate(use.used_on) },
  ],
  open: (use) => `/calendar/view-appointment/${use.appointment_id}`,
  exportable: false,
  empty: { icon: 'users', title: 'Nog niemand ingeschreven', text: 'Hier staat wie met de link is ingeschreven.' },
  example: (story) => ({ params: { id: story.agreements.deLinde } }),
})

/** The courses of an agreement as the repeating block of its form. */
const coursesBlock = (lines: AgreementLine[]) => ({
  name: 'courses',
  label: 'Opleiding',
  addLabel: 'Opleiding toevoegen',
  min: agreementFields.courses.min,
  max: agreementFields.courses.max,
  view: 'training/agreements/line',
  items: lines.map((line) => ({ id: line.id, title: line.course, data: { line } })),
})

const form = { home: HOME, size: 'large', view: 'training/agreements/form' } as const

export const agreementForms = recordForms({
  ...access,
  ...form,
  label: 'Overeenkomst',
  path: '/agreements',
  name: 'agreement',
  add: {
    of: 'company',
    path: '/company/:id/agreements/add',
    load: async ({ db, params }) => ({
      agreement: null,
      company: (await companyNames(db, [params.id])).get(params.id) ?? '',
      repeat: coursesBlock([]),
    }),
    subtitle: ({ company }) => company,
    form: AgreementForm,
    save: ({ trx, params, form }) => addAgreement(trx, params.id, form),
    open: (id) => `/agreements/view/${id}`,
    example: (story) => ({
      params: { id: story.companies.deLinde },
      form: {
        name: 'Opleidingsplan',
        ends_on: '31-12-2099',
        'courses[0][course_id]': story.courses.ehbo,
        'courses[0][places]': 4,
        'courses[0][valid_until]': '31-12-2099',
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({
      agreement: await getAgreement(db, params.id),
      repeat: coursesBlock(await listLines(db, [params.id], today())),
    }),
    title: ({ agreement }) => `${agreement.name} wijzigen`,
    subtitle: ({ agreement }) => agreement.company_name,
    form: AgreementEditForm,
    save: ({ trx, params, form }) => editAgreement(trx, params.id, form),
    example: (story) => ({ params: { id: story.agreements.deLinde }, form: { name: 'Raamovereenkomst' } }),
    options: [],
  },
  delete: { remove: deleteAgreement, example: (story) => ({ form: { id: story.agreements.unused } }) },
})
