import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { PLAIN } from '../../platform/saved-views/address.contract.ts'
import { epochSeconds, wallClock } from '../../platform/format/zone.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import { fragment, json } from '../../platform/screens/call/calls.ts'
import { navigationOf } from '../../platform/screens/navigation.ts'
import { page } from '../../platform/screens/page.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { hasAttention } from '../attention/index.ts'
import { closedDays } from '../holidays/index.ts'
import { type CalendarProps, ENDS_LATER, type JudgedAnswer, viewFields } from './calendar.contract.ts'
import { type FilterSet, calendarOf, calendarsOf } from './points.ts'
import { calendarArea } from './rights.ts'
import { firstStepsOf, startOf } from './start.queries.ts'
import { askedOf, calendarTabs, withNames } from './views.queries.ts'

/** What it shows belongs to the areas, each with a scope of its own. */
const access = { area: calendarArea, record: null, right: 'view' } as const

/** Years around this one whose public holidays and closed days the calendar marks. */
const YEARS = { back: 1, ahead: 2 }

export const calendarStart = fragment({
  ...access,
  path: '/calendar/start',
  pageAddress: '/calendar',
  view: 'system/calendar/start',
  load: startOf,
})

export const calendarFirstSteps = fragment({
  ...access,
  path: '/calendar/first-steps',
  pageAddress: '/calendar',
  view: 'system/calendar/start',
  load: firstStepsOf,
})

/** The filters of a calendar, or of the first that has any. */
function filtersOf(registry: Registry, viewer: Viewer, module: string): FilterSet {
  const [own] = calendarOf(registry, viewer, module)
  const found = own.filters ?? calendarsOf(registry, viewer).find(({ filters }) => filters !== undefined)?.filters
  if (!found) throw new Error(`no calendar has filters that ${module} could show`)
  return found
}

export const calendarPage = page({
  ...access,
  path: '/calendar',
  title: 'Agenda',
  view: 'system/calendar/page',
  lean: true,
  query: z.looseObject({ module: z.string().optional().catch(undefined) }),
  load: async (ctx) => {
    const { db, viewer, query } = ctx
    const { registry } = ctx.services
    const sources = calendarsOf(registry, viewer)
    const wanted = sources.find(({ module }) => module === query.module) ?? sources[0]
    if (!wanted) throw new NotFound()
    const [source, seeing] = calendarOf(registry, viewer, wanted.module)
    const { module, words, record, viewUrl } = source
    const now = new Date()
    const year = Number(wallClock(now).day.slice(0, 4))
    const filters = filtersOf(registry, viewer, module)
    const keys = Object.keys(filters.labels)
    const [frame, closed, start, asked] = await Promise.all([
      source.frame(db, seeing),
      closedDays(db),
      startOf(ctx),
      askedOf(db, viewer, { query, keys }),
    ])
    const props: CalendarProps = {
      module,
      words,
      record,
      ...frame,
      beside: navigationOf(registry, viewer, '/calendar').beside.map(({ label, href }) => ({ label, href })),
      dataUrl: `/ajax/getAppointments/${module}`,
      viewUrl,
      filtersUrl: `/calendar/filters/${filters.key}`,
      filterLabels: filters.labels,
      icalUrl: '/ical/link',
      now: epochSeconds(now),
      holidays: closed.between(`${year - YEARS.back}-01-01`, `${year + YEARS.ahead}-12-31`),
      ...(asked.seen ? { seen: await withNames(ctx.services, viewer, asked.seen, filters.records) } : {}),
    }
    return {
      props,
      ...start,
      attention: hasAttention(registry, viewer),
      tabs: await calendarTabs(db, viewer, { open: asked.key, keys }),
      open: asked.key,
      note: asked.note,
    }
  },
})

/** The tabs of the views above the calendar, as they are now. */
export const calendarViews = fragment({
  ...access,
  path: '/calendar/views',
  pageAddress: '/calendar',
  query: z.object({
    module: z.string().optional().catch(undefined),
    open: z.string().max(20).catch(PLAIN).default(PLAIN),
  }),
  view: 'platform/view-tabs',
  load: async ({ db, viewer, query, services }) => {
    const { registry } = services
    const module = query.module ?? calendarsOf(registry, viewer)[0]?.module ?? ''
    const keys = Object.keys(filtersOf(registry, viewer, module).labels)
    return { tabs: await calendarTabs(db, viewer, { open: query.open, keys }) }
  },
})

export const appointmentsJson = json({
  ...access,
  path: '/ajax/getAppointments/:module(word)',
  query: z.looseObject({ filters: z.record(z.string(), z.unknown()).optional() }),
  example: () => ({ params: { module: 'courses' }, query: { type: 'm', from: '1767222000', to: '1798758000' } }),
  answer: ({ db, viewer, params, query, services }) => {
    const [source, seeing] = calendarOf(services.registry, viewer, params.module)
    const { filters, ...rest } = query
    return source.list(db, seeing, parseForm(source.query, { ...filters, ...rest }))
  },
})

const Period = z.object({ from: viewFields.from, to: viewFields.to }).refine(...ENDS_LATER)

/** What is not right about what a view shows: asked when that stands, so that nobody waits for it. */
export const judgedJson = json({
  ...access,
  path: '/ajax/getJudged/:module(word)',
  query: z.looseObject({}),
  example: () => ({ params: { module: 'courses' }, query: { from: '1767222000', to: '1798758000' } }),
  answer: async ({ viewer, params, query, services }) => {
    // Which calendar comes before what is asked of it.
    const [source, seeing] = calendarOf(services.registry, viewer, params.module)
    const { from, to } = parseForm(Period, query)
    const period = { from: new Date(from * 1000), to: new Date(to * 1000) }
    const judged = from < to ? await source.judge?.(services, seeing, period) : undefined
    return { judged: judged ?? {} } satisfies JudgedAnswer
  },
})

export const calendarFilters = popup({
  ...access,
  path: '/calendar/filters/:key(word)',
  home: '/calendar',
  title: 'Filters',
  size: 'medium',
  view: 'system/calendar/filters',
  load: async ({ db, params, viewer, services }) => {
    const source = calendarsOf(services.registry, viewer).find(({ filters }) => filters?.key === params.key)
    if (!source?.filters) throw new NotFound('Filterset')
    const [, seeing] = calendarOf(services.registry, viewer, source.module)
    return { view: source.filters.view, data: await source.filters.load(db, seeing) }
  },
  example: () => ({ params: { key: 'default' } }),
})
