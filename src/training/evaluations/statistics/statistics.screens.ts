import { fileQuery, sendExport } from '../../../platform/export/export.ts'
import { viewerScope } from '../../../platform/access/viewer.ts'
import { NotFound } from '../../../platform/errors.ts'
import { idOrNone } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate, formatScore } from '../../../platform/format/format.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { raw } from '../../../platform/screens/call/raw.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { signedIn } from '../../../platform/screens/screen.ts'
import type { Services } from '../../../platform/services.ts'
import { evaluationsArea } from '../questionnaires/rights.ts'
import { FEWEST } from '../submissions/index.ts'
import { FILTER_RECORDS, type FilterName, type Narrowed, OWNERS, type OwnerType, StatisticsQuery, recordFilter, narrowed, ownerTypes, queryOf } from './statistics.forms.ts' // prettier-ignore
import { figuresOf, narrowFor, ownTeacher } from './figures.queries.ts'
import { MOST_SHOWN, countSubmissions, listAnswers } from './statistics.queries.ts'
import { drawTrend } from './statistics.rules.ts'

const HOME = '/evaluations'
const access = { area: evaluationsArea, record: null, right: 'view' } as const

/** Files of the same figures. */
const printOptions = (narrow: Narrowed) => [
  { name: 'Excel', url: `/evaluations/statistics/export?${queryOf(narrow, { format: 'xlsx' })}` },
  { name: 'CSV', url: `/evaluations/statistics/export?${queryOf(narrow, { format: 'csv' })}` },
]

/** The figures of a filter, from 0 to 100. */
export const statisticsJson = json({
  ...access,
  path: '/evaluations/statistics',
  query: StatisticsQuery,
  answer: async ({ db, query, viewer, services }) => {
    const narrow = await narrowFor(services, viewer, query)
    const [figures, count] = await Promise.all([figuresOf(db, narrow), countSubmissions(db, narrow)])
    return { ...figures, count, printOptions: printOptions(narrow) }
  },
  example: (story) => ({ query: { course_id: String(story.courses.bhv) } }),
})

const dutch = (score: number | null): string => (score === null ? '' : formatScore(score))

/** The same as a file. */
export const statisticsExport = raw({
  ...access,
  path: '/evaluations/statistics/export',
  kind: 'file',
  methods: ['GET'],
  handle: async (exchange) => {
    const { format, ...asked } = fileQuery(StatisticsQuery, exchange)
    const viewer = signedIn(exchange.viewer)
    const narrow = await narrowFor(exchange.services, viewer, asked)
    const { categories } = await figuresOf(exchange.services.db, narrow)
    const rows = categories.flatMap(({ name, score, count, questions }) => [
      { category: name, question: '', teacher: '', score, count },
      ...questions.map((one) => ({ category: name, question: one.name, teacher: one.teacher ?? '', score: one.score, count: one.count })), // prettier-ignore
    ])
    await sendExport(exchange, viewer, {
      ...{ format, title: 'Uitkomsten van evaluaties', record: 'evaluation' },
      columns: ['Categorie', 'Vraag', 'Docent', 'Cijfer', 'Antwoorden'],
      cells: (row: (typeof rows)[number]) => [row.category, row.question, row.teacher, dutch(row.score), row.count],
      page: () => Promise.resolve({ rows, after: null }),
    })
  },
  example: () => ({}),
})

const NAMES: Record<FilterName, string> = {
  evaluation_id: 'Evaluatie',
  course_id: 'Opleiding',
  teacher_id: 'Docent',
  establishment_id: 'Vestiging',
  company_id: 'Bedrijf',
  appointment_id: 'Planning',
}

/** What the results are of, by name. */
async function chosenFilters({ registry, db }: Services, narrow: Narrowed) {
  const set = Object.entries(FILTER_RECORDS).flatMap(([name, type]) => {
    const id = narrow[name as FilterName]
    return id === null || id < 0 ? [] : [{ name: name as FilterName, type, id }]
  })
  return Promise.all(
    set.map(async ({ name, type, id }) => ({
      name,
      id,
      label: NAMES[name],
      text:
        (await registry.record(type).names?.(db, [id]))?.get(id) ?? (await registry.describe(db, { type, id })).name,
    })),
  )
}

const ownerOf = (type: string): OwnerType => {
  const found = ownerTypes.find((one) => one === type)
  if (!found) throw new NotFound()
  return found
}

const bar = (score: number | null) => (score === null ? 0 : Math.round(score))

/** Results with their trend, beside those of all; every figure opens its answers. */
export const statisticsView = popup({
  ...access,
  path: '/evaluations/statisticsView/:type(word)/:ownerId(\\d+)',
  home: HOME,
  size: 'xlarge',
  query: StatisticsQuery.omit({ type: true, ownerId: true }),
  load: async ({ db, params, query, viewer, services }) => {
    const type = ownerOf(params.type)
    const ownerId = idOrNone(params.ownerId) || null
    if (ownerId === null && params.ownerId !== '0') throw new NotFound()
    if (type !== 'all' && ownerId === null) throw new NotFound()
    const narrow = await narrowFor(services, viewer, { ...query, type, ownerId })
    const all = narrowed({ ...query, ...NO_FILTERS, type: 'all', ownerId: null }, ownTeacher(viewer))
    const [figures, count, average, chosen, remarks] = await Promise.all([
      figuresOf(db, narrow),
      countSubmissions(db, narrow),
      figuresOf(db, { ...all, from: narrow.from, to: narrow.to }),
      chosenFilters(services, narrow),
      listAnswers(db, narrow, { origin: null, category: null, written: true }),
    ])
    const averageOf = (id: number) => average.categories.find((one) => one.id === id)?.score ?? null
    return {
      ...figures,
      url: `/evaluations/statisticsView/${type}/${params.ownerId}`,
      sees: viewerScope(viewer, evaluationsArea) === 'all',
      owned: OWNERS[type] === null ? null : `${type}_id`,
      chosen,
      count: formatCount(count, 'keer ingevuld', 'keer ingevuld'),
      from: formatDate(narrow.from),
      to: formatDate(narrow.to),
      days: { from: narrow.from ?? '', to: narrow.to ?? '' },
      average: average.score,
      categories: figures.categories.map((one) => ({ ...one, bar: bar(one.score), average: averageOf(one.id) })),
      drawing: drawTrend(figures.trend),
      remarks: remarks.map((one) => ({ ...one, day: formatDate(one.day) })),
      asked: queryOf(narrow),
      files: printOptions(narrow),
      fewest: FEWEST,
    }
  },
  title: 'Uitkomsten',
  subtitle: ({ chosen }) => chosen.map(({ label, text }) => `${label} ${text}`).join(' · ') || 'Alle evaluaties',
  actions: ({ files }) => [
    { area: evaluationsArea, right: 'view', label: 'Afdrukken', icon: 'printer', kind: 'script', url: 'print' },
    ...files.map(({ name, url }) => ({ area: evaluationsArea, right: 'view' as const, label: name, icon: 'download', kind: 'download' as const, url })), // prettier-ignore
  ],
  view: 'training/statistics/view',
  example: (story) => ({ params: { type: 'course', ownerId: story.courses.bhv } }),
})

/** Nothing narrowed. */
const NO_FILTERS = { evaluation_id: null, course_id: null, teacher_id: null, establishment_id: null, company_id: null, appointment_id: null } // prettier-ignore

const FigureQuery = StatisticsQuery.extend({ question: recordFilter, category: recordFilter })

/** The answers behind a figure. */
export const statisticsAnswers = popup({
  ...access,
  path: '/evaluations/statistics/answers',
  home: HOME,
  size: 'large',
  query: FigureQuery,
  load: async ({ db, query: { question, category, ...asked }, viewer, services }) => {
    const narrow = await narrowFor(services, viewer, asked)
    const given = await listAnswers(db, narrow, { origin: question, category, written: false })
    return {
      most: MOST_SHOWN,
      answers: given.map((one) => ({ ...one, day: formatDate(one.day), score: dutch(one.score) })),
    }
  },
  title: 'Antwoorden',
  subtitle: ({ answers }) => (answers.length === 0 ? null : answers[0]!.question),
  view: 'training/statistics/answers',
  example: (story) => ({ query: { course_id: String(story.courses.bhv) } }),
})
