import { ROLE } from '../../../platform/access/roles.ts'
import type { Ctx, OwnExample } from '../../../platform/screens/screen.ts'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { file, fragment } from '../../../platform/screens/call/calls.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { page } from '../../../platform/screens/page.ts'
import { companyNames } from '../../../relations/companies/index.ts'
import { enrolmentArea } from '../../rights.ts'
import { listPdf } from '../../catalogue/printed-lists/index.ts'
import { addNeed, deleteNeed, editNeed } from './matrix.commands.ts'
import { type MatrixAsked, MatrixQuery, NeedEditForm, NeedForm } from './matrix.forms.ts'
import { getNeed, listFunctions, readMatrix } from './matrix.queries.ts'
import { matrixArea } from './rights.ts'
import { matrixModel } from './view.rules.ts'

const access = { area: matrixArea, record: 'company', right: 'view', query: MatrixQuery } as const
const ofCompany: OwnExample = (story, role) => ({
  params: { id: role === ROLE.supervisor ? story.companies.deLinde : story.companies.kuipers },
  foreign: { id: story.companies.vanLoon },
})

/** What the screen, the tab and the paper show alike. */
async function loadMatrix(
  { db, viewer }: Pick<Ctx<unknown, unknown>, 'db' | 'viewer'>,
  id: number,
  query: MatrixAsked,
) {
  const read = await readMatrix(db, viewer, id)
  const asked = { ...query, job: read.seesFunctions ? query.job : '' }
  const words = new URLSearchParams({ on: formatDate(asked.on), job: asked.job, company: String(asked.company ?? '') })
  return {
    id,
    asked,
    query: words.toString(),
    name: read.tree[0]!.name,
    columns: read.columns,
    seesFunctions: read.seesFunctions,
    companies: read.tree.map((company) => ({ value: String(company.id), label: company.name })),
    functions: [...new Set(read.people.map(({ jobTitle }) => jobTitle))]
      .filter(Boolean)
      .sort((a, b) => a.localeCompare(b, 'nl')),
    model: matrixModel(read, { ...asked, today: today() }),
    changes: may(viewer, matrixArea, 'change'),
    enrols: may(viewer, enrolmentArea, 'change'),
  }
}

/** Who of a company holds what: the tab of its popup, and what its filters load. */
export const matrixTab = fragment({
  ...access,
  path: '/company/:id/matrix',
  pageAddress: '/certificates/matrix/:id',
  view: 'training/matrix/matrix',
  load: (ctx) => loadMatrix(ctx, ctx.params.id, ctx.query),
  example: ofCompany,
})

export const matrixPage = page({
  ...access,
  path: '/certificates/matrix/:id',
  title: 'Certificatenmatrix',
  view: 'training/matrix/page',
  load: (ctx) => loadMatrix(ctx, ctx.params.id, ctx.query),
  example: ofCompany,
})

/** The same on paper. */
export const matrixFile = file({
  ...access,
  path: '/company/:id/matrix.pdf',
  open: async (ctx) => {
    const { name, asked, columns, model, seesFunctions } = await loadMatrix(ctx, ctx.params.id, ctx.query)
    const share = 0.78 / Math.max(columns.length, 1)
    const content = listPdf({
      title: 'Certificatenmatrix',
      subtitle: `${name}, op ${formatDate(asked.on)}`,
      facts: [
        ['Samenvatting', model.counts.join(' · ')],
        [
          'Nodig',
          model.needs
            .filter(({ met }) => met.short > 0)
            .map((need) => `${need.course}: ${need.told}`)
            .join(' · ') || 'Aan alles is voldaan',
        ],
      ],
      columns: [
        { label: 'Cursist', share: 0.22 },
        ...columns.map(({ description }) => ({ label: description, share })),
      ],
      rows: model.rows.map((row) => [
        seesFunctions && row.jobTitle !== '' ? `${row.name}, ${row.jobTitle}` : row.name,
        ...row.cells.map(({ text, booked }) => [text, booked?.text.toLowerCase()].filter(Boolean).join(', ') || '–'),
      ]),
      orientation: 'landscape',
      signer: null,
      empty: 'Er zijn geen cursisten.',
      createdAt: new Date(),
    })
    return { name: `certificatenmatrix-${ctx.params.id}.pdf`, mimeType: 'application/pdf', content, inline: false }
  },
  example: ofCompany,
})

const form = {
  area: matrixArea,
  right: 'change',
  size: 'small',
  view: 'training/matrix/need',
  formRecords: { course_id: 'course' },
} as const
const functionsOf = async (db: Parameters<typeof listFunctions>[0], companyId: number, own = '') => {
  const known = await listFunctions(db, companyId)
  const all = own === '' || known.includes(own) ? known : [...known, own]
  return [{ value: '', label: 'Alle functies' }, ...all.map((value) => ({ value, label: value }))]
}

/** A certificate that people of a company have to hold. */
export const needForms = recordForms({
  ...form,
  record: 'certificate-need',
  label: 'Benodigd certificaat',
  path: '/certificateNeed',
  home: '/companies',
  name: 'need',
  add: {
    of: 'company',
    load: async ({ db, params }) => ({
      need: null,
      course: [],
      name: (await companyNames(db, [params.id])).get(params.id) ?? '',
      functions: await functionsOf(db, params.id),
    }),
    subtitle: ({ name }) => name,
    form: NeedForm,
    submits: [{ label: 'Toevoegen' }],
    save: async ({ trx, params, form: sent }) => {
      const id = await addNeed(trx, params.id, sent)
      return {
        changed: [
          { type: 'certificate-need', id },
          { type: 'company', id: params.id },
        ],
        flash: { str: 'Benodigd certificaat toegevoegd', type: 'success' },
      }
    },
    example: (story) => ({
      params: { id: story.companies.deLinde },
      form: { course_id: story.courses.vca, job_title: '', needed: 2 },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const need = await getNeed(db, params.id)
      return {
        need,
        course: [{ id: need.course_id, label: need.course }],
        name: need.company,
        functions: await functionsOf(db, need.company_id, need.job_title),
      }
    },
    subtitle: ({ name }) => name,
    form: NeedEditForm,
    save: ({ trx, params, form: sent }) => editNeed(trx, params.id, sent),
    example: (story) => ({ params: { id: story.certificateNeed }, form: { needed: 9 } }),
  },
  delete: { remove: deleteNeed, example: (story) => ({ form: { id: story.certificateNeed } }) },
})
