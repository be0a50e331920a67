import { sql, type SqlBool } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { may } from '../../../platform/access/viewer.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { textFilter, yesNoFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addEvaluation, editEvaluation } from './questionnaires.commands.ts'
import { evaluationColumns, evaluationGroups } from './questionnaires.columns.ts'
import { evaluationFields } from './questionnaires.fields.ts'
import { EvaluationEditForm, EvaluationForm } from './questionnaires.forms.ts'
import {
  type Question,
  byEvaluation,
  getEvaluation,
  listEvaluations,
  listQuestions,
  listVersions,
  searchedEvaluations,
} from './questionnaires.queries.ts'
import { byCategory, questionModel } from './model.rules.ts'
import { evaluationsArea, questionsArea } from './rights.ts'

const HOME = '/evaluations'
const reading = { area: evaluationsArea, record: 'evaluation', right: 'view' } as const
const building = { area: questionsArea, record: 'evaluation', right: 'change' } as const
const change = { area: questionsArea, right: 'change' } as const

export const evaluationTable = table({
  ...reading,
  path: HOME,
  title: 'Evaluaties',
  query: (db) => listEvaluations(db),
  filters: {
    search: textFilter('Zoeken', searchedEvaluations),
    enabled: yesNoFilter(evaluationFields.enabled.label, sql<SqlBool>`evaluations.enabled`),
    anonymous: yesNoFilter(evaluationFields.anonymous.label, sql<SqlBool>`evaluations.anonymous`),
  },
  views: [{ key: 'enabled', name: evaluationFields.enabled.label, query: 'enabled=yes' }],
  sorts: { name: { by: [byEvaluation] } },
  defaultSort: 'name',
  groups: evaluationGroups,
  moreColumns: evaluationColumns,
  edits: { url: '/evaluations/cell', area: questionsArea },
  columns: [
    { field: 'name', edit: true, kind: 'main', sort: 'name', cell: ({ name }) => name },
    { field: 'enabled', cell: ({ enabled }) => (enabled ? 'Ja' : { text: 'Nee', muted: true }) },
    { field: 'questions', kind: 'num', cell: ({ asked }) => asked },
    { label: 'Opleidingen', key: 'courses', kind: 'num', cell: ({ courses }) => courses },
    { label: 'Ingevuld', key: 'answered', kind: 'num', cell: ({ answered }) => answered },
  ],
  open: ({ id }) => `/evaluations/view/${id}`,
  rowCss: ({ enabled }) => (enabled ? null : 'is-off'),
  add: { ...change, label: 'Evaluatie toevoegen', icon: 'plus', kind: 'popup', url: '/evaluations/add', primary: true },
  empty: (viewer) =>
    may(viewer, questionsArea, 'change')
      ? {
          icon: 'star',
          title: 'Nog geen evaluaties',
          text: 'Een evaluatie vraagt cursisten na het laatste onderdeel wat zij ervan vonden.',
        }
      : { icon: 'star', title: 'Nog geen evaluaties', text: 'Hier staat wat cursisten van uw lessen vonden.' },
  example: () => ({ foreign: null }),
})

/** Questions as they are read, under the category whose screen they stand on. */
const shown = (questions: Question[]) =>
  byCategory(questions).map(({ name, questions: asked }) => ({ name, questions: asked.map(questionModel) }))

const enabling = (id: number, enabled: boolean) =>
  enabled
    ? {
        ...change,
        label: 'Deactiveren',
        icon: 'ban',
        kind: 'post' as const,
        url: `/evaluations/disable/${id}`,
        confirm: 'Weet u zeker dat u de evaluatie wilt deactiveren? Cursisten kunnen die dan niet meer invullen.',
      }
    : {
        ...change,
        label: 'In gebruik nemen',
        icon: 'circle-check',
        kind: 'post' as const,
        url: `/evaluations/enable/${id}`,
      }

export const evaluationView = popup({
  ...reading,
  path: '/evaluations/view/:id',
  home: HOME,
  size: 'large',
  load: async ({ db, params, viewer }) => {
    const evaluation = await getEvaluation(db, params.id)
    const [questions, versions] = await Promise.all([
      listQuestions(db, evaluation.version_id),
      listVersions(db, params.id),
    ])
    const builds = may(viewer, questionsArea, 'change')
    return {
      evaluation,
      builds,
      categories: shown(questions),
      versions: versions.map(({ created_at, ...one }) => ({ ...one, since: formatDateTime(created_at) })),
    }
  },
  title: ({ evaluation }) => evaluation.name,
  subtitle: ({ evaluation, versions }) =>
    `Evaluatie · versie ${versions[0]?.number ?? 1} · ${evaluation.anonymous ? 'anoniem' : 'op naam'}`,
  status: ({ evaluation }) =>
    evaluation.enabled ? { label: 'In gebruik', css: 'st-confirmed' } : { label: 'Concept', css: 'st-concept' },
  nextSteps: ({ evaluation: { id, enabled, asked } }) => {
    if (enabled) return []
    const add = { ...change, label: 'Vraag toevoegen', icon: 'plus', kind: 'popup' as const, url: `/evaluations/questions/add?evaluation_id=${id}` } // prettier-ignore
    return [{ ...(asked === 0 ? add : enabling(id, false)), next: true }]
  },
  actions: ({ evaluation: { id } }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/evaluations/edit/${id}` },
    { ...change, label: 'Kopie', icon: 'copy', kind: 'post', url: `/evaluations/copy/${id}` },
  ],
  options: ({ evaluation: { id, enabled } }) => [
    ...(enabled ? [enabling(id, true)] : []),
    deleteOption(`/evaluations/delete/${id}`, { type: 'evaluation', id }, questionsArea),
  ],
  footnote: ({ evaluation }) => `Laatst gewijzigd op ${formatDateTime(evaluation.updated_at)}`,
  layout: 'tabs',
  parts: [
    {
      key: 'questions',
      label: evaluationFields.questions.label,
      icon: 'list-check',
      view: 'training/questionnaires/questions',
      count: ({ evaluation }) => evaluation.asked,
    },
    {
      key: 'versions',
      label: 'Versies',
      icon: 'versions',
      view: 'training/questionnaires/versions',
      count: ({ versions }) => versions.length,
    },
    { key: 'details', label: 'Gegevens', icon: 'info-circle', view: 'training/questionnaires/details' },
  ],
  example: (story) => ({ params: { id: story.evaluations.named }, foreign: { id: story.evaluations.spare } }),
})

/** The questions as the sortable repeating block of the form. */
const questionsBlock = (questions: Question[]) => ({
  name: 'questions',
  label: 'Vraag',
  addLabel: 'Vraag toevoegen',
  min: 0,
  max: evaluationFields.questions.max,
  sortable: true,
  view: 'training/questionnaires/question',
  items: questions.map((question) => ({ id: question.id, title: question.name, data: { question } })),
})

export const evaluationForms = recordForms({
  ...building,
  label: 'Evaluatie',
  path: '/evaluations',
  home: HOME,
  size: 'large',
  view: 'training/questionnaires/form',
  name: 'evaluation',
  add: {
    form: EvaluationForm,
    load: () => ({ evaluation: null, repeat: questionsBlock([]) }),
    save: ({ trx, form }) => addEvaluation(trx, form),
    open: (id) => `/evaluations/view/${id}`,
    failText: 'Er ging iets mis bij het opslaan.',
    example: (story) => ({
      form: {
        name: 'Na een incompany-training',
        open_days: '21',
        'questions[0][name]': 'Hoe was de ruimte?',
        'questions[0][type]': 'rate',
        'questions[0][category_id]': story.evaluations.category,
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const evaluation = await getEvaluation(db, params.id)
      return { evaluation, repeat: questionsBlock(await listQuestions(db, evaluation.version_id)) }
    },
    title: ({ evaluation }) => `${evaluation.name} wijzigen`,
    subtitle: ({ evaluation }) =>
      evaluation.answered > 0
        ? 'Wat al is ingevuld, blijft bij zijn versie: een andere vraag maakt een nieuwe versie.'
        : null,
    form: EvaluationEditForm,
    failText: 'Er ging iets mis bij het opslaan.',
    save: ({ trx, params, form }) => editEvaluation(trx, params.id, form),
    options: [],
    example: (story) => ({ params: { id: story.evaluations.named }, form: { open_days: '20' } }),
  },
})
