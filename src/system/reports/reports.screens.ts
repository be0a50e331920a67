import * as z from 'zod'
import type { Viewer } from '../../platform/access/viewer.ts'
import { id } from '../../platform/forms/fields.ts'
import { reportsArea } from '../../platform/saved-views/rights.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { addReport, deleteReport, editReport } from './reports.commands.ts'
import { FromList, ReportEditForm, ReportForm } from './reports.forms.ts'
import { type Report, getReport, listOf } from './reports.queries.ts'
import { FORMATS, momentText, reportUrl } from './reports.rules.ts'
import type { Registry } from '../../platform/registry.ts'

const HOME = '/reports'
const access = { area: reportsArea, record: 'saved_report' } as const

const shownTo = (registry: Registry, viewer: Viewer, report: Report) => ({
  report,
  list: listOf(registry, viewer, report.page),
})

/** Runs it: its list as it is now, or a file of it, by the rights of who reads. */
export const reportStart = popup({
  ...access,
  right: 'view',
  path: '/reports/start/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, viewer, params, services }) => shownTo(services.registry, viewer, await getReport(db, params.id)),
  title: ({ report }) => report.name,
  subtitle: ({ list, report }) => `${list.title} · ${momentText(report)}`,
  nextSteps: ({ report }) => [
    {
      label: report.format === 'screen' ? 'Tonen' : `${FORMATS[report.format]} ophalen`,
      icon: report.format === 'screen' ? 'list' : 'download',
      kind: report.format === 'screen' ? 'link' : 'download',
      url: reportUrl(report, report.format),
      area: reportsArea,
      right: 'view',
      next: true,
    },
  ],
  actions: ({ report }) => [
    { label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/reports/view/${report.id}`, area: reportsArea, right: 'change' }, // prettier-ignore
  ],
  view: 'system/reports/start',
  example: (story) => ({ params: { id: story.reports.invoices } }),
})

const people = ({ readers }: Pick<Report, 'readers'>) => readers.map(({ id: one, name }) => ({ id: one, label: name }))

/** Makes one from a list. */
export const reportCreate = formPopup({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/reports/create',
  home: HOME,
  size: 'medium',
  title: 'Rapport maken',
  query: FromList,
  load: ({ viewer, query, services }) => ({
    report: null,
    list: listOf(services.registry, viewer, query.page),
    people: [{ id: viewer.id, label: viewer.name }],
  }),
  subtitle: ({ list }) => list.title,
  view: 'system/reports/form',
  form: ReportForm,
  formRecords: { user_ids: 'user' },
  submits: [{ label: 'Rapport maken' }],
  save: async ({ trx, viewer, query, form, services }) => {
    const { path } = listOf(services.registry, viewer, query.page)
    const made = await addReport(trx, { ...form, page: path, query: query.query })
    return {
      changed: [{ type: 'saved_report', id: made }],
      flash: { str: `Rapport gemaakt: ${form.name}`, type: 'success' },
      body: { id: made },
    }
  },
  example: () => ({
    query: { page: '/contacts', query: 'active=yes' },
    form: { name: 'Actieve contacten', format: 'screen', mail_every: '', mail_day: 1, mail_at: '07:00' },
  }),
})

/** Shows it, and changes when it goes to whom. */
export const reportView = formPopup({
  ...access,
  right: 'change',
  path: '/reports/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, viewer, params, services }) => {
    const shown = shownTo(services.registry, viewer, await getReport(db, params.id))
    return { ...shown, people: people(shown.report) }
  },
  title: ({ report }) => report.name,
  subtitle: ({ list }) => list.title,
  version: ({ report }) => report.version,
  actions: ({ report }) => [
    { label: 'Lijst openen', icon: 'list', kind: 'link', url: reportUrl(report, 'screen'), area: reportsArea, right: 'view' }, // prettier-ignore
  ],
  options: ({ report }) => [
    {
      label: 'Verwijderen',
      icon: 'trash',
      kind: 'post',
      url: '/reports/delete',
      fields: { id: String(report.id) },
      confirm: `Weet u zeker dat u rapport ${report.name} wilt verwijderen?`,
      danger: true,
      area: reportsArea,
      right: 'change',
    },
  ],
  view: 'system/reports/form',
  form: ReportEditForm,
  formRecords: { user_ids: 'user' },
  save: async ({ trx, params, form }) => {
    await editReport(trx, params.id, form)
    return {
      changed: [{ type: 'saved_report', id: params.id }],
      flash: { str: 'Rapport opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.reports.invoices }, form: { name: 'Facturen van de vorige maand' } }),
})

export const reportDelete = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/reports/delete',
  form: z.object({ id }),
  formRecords: { id: 'saved_report' },
  save: async ({ trx, form }) => {
    const { name } = await getReport(trx, form.id)
    await deleteReport(trx, form.id)
    return {
      changed: [{ type: 'saved_report', id: form.id }],
      flash: { str: `Rapport verwijderd: ${name}`, type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ form: { id: story.reports.invoices } }),
})
