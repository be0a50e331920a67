import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { epochSeconds, wallClock } from '../../platform/format/zone.ts'
import type { Db } from '../../platform/database/types.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { action, fragment, json, text } from '../../platform/screens/calls.ts'
import { page } from '../../platform/screens/page.ts'
import { popup } from '../../platform/screens/popup.ts'
import { publicPage } from '../../platform/screens/public.ts'
import { closedDays } from '../../system/holidays/index.ts'
import { listStatuses } from '../appointments/index.ts'
import { type CalendarProps, appointmentsQuery, calendarModule } from './calendar.contract.ts'
import { feedUrl, findFeedOwner, renewFeed } from './calendar.feed.ts'
import { calendarFeed } from './calendar.ics.ts'
import { TASKS, listAppointments, seesStatus } from './calendar.queries.ts'
import { listFirstSteps, listOpenParts } from './start.queries.ts'

const access = { area: 'calendar', record: 'appointment', recordParam: null } as const

/** Years around this one whose public holidays and closed days the calendar marks. */
const YEARS = { back: 1, ahead: 2 }

/** What waits for somebody above the calendar. */
const startOf = async ({ db, viewer, services }: { db: Db; viewer: Viewer; services: Services }) => ({
  open: await listOpenParts(db, viewer),
  steps: await listFirstSteps(services, viewer),
})

export const calendarStart = fragment({
  ...access,
  right: 'view',
  path: '/calendar/start',
  seenAt: '/calendar',
  view: 'training/calendar/start',
  load: startOf,
})

export const calendarPage = page({
  ...access,
  right: 'view',
  path: '/calendar',
  title: 'Agenda',
  view: 'training/calendar/page',
  query: z.object({ module: calendarModule.catch('courses') }),
  load: async ({ db, viewer, services, query }) => {
    const now = new Date()
    const year = Number(wallClock(now).day.slice(0, 4))
    const [statuses, closed] = await Promise.all([listStatuses(db), closedDays(db)])
    // Inspections are planned by an area of their own; until it joins, nothing is added to that calendar.
    const planner = may(viewer, 'appointments', 'change') && query.module === 'courses'
    const props: CalendarProps = {
      module: query.module,
      allow: planner ? 'add edit remove' : '',
      dataUrl: `/ajax/getAppointments/${query.module}`,
      addUrl: planner ? '/calendar/add' : null,
      viewUrl: '/calendar/view-appointment/{id}',
      filtersUrl: '/calendar/filters/default',
      icalUrl: '/ical/link',
      legend: seesStatus(viewer)
        ? statuses.map(({ key, label, css, color }) => ({ key, label, css: color ?? css }))
        : statuses.filter(({ key }) => key === 'cancelled').map(({ key, label, css }) => ({ key, label, css })),
      now: epochSeconds(now),
      holidays: closed.between(`${year - YEARS.back}-01-01`, `${year + YEARS.ahead}-12-31`),
    }
    return { props, ...(await startOf({ db, viewer, services })) }
  },
})

export const appointmentsJson = json({
  ...access,
  right: 'view',
  path: '/ajax/getAppointments/:module',
  query: z.looseObject({ filters: z.record(z.string(), z.unknown()).optional() }),
  example: () => ({ params: { module: 'courses' }, query: { type: 'm', from: '1767222000', to: '1798758000' } }),
  answer: async ({ db, viewer, params, query }) => {
    if (!calendarModule.safeParse(params.module).success) throw new NotFound()
    const { filters, ...rest } = query
    const wanted = parseForm(appointmentsQuery, { ...filters, ...rest })
    return params.module === 'courses' ? listAppointments(db, viewer, wanted) : { appointments: [], total: 0 }
  },
})

export const calendarFilters = popup({
  ...access,
  right: 'view',
  path: '/calendar/filters/:key',
  home: '/calendar',
  title: 'Filters',
  size: 'medium',
  view: 'training/calendar/filters',
  load: async ({ db, params, viewer }) => {
    if (params.key !== 'default') throw new NotFound('Filterset')
    return {
      statuses: (await listStatuses(db)).map(({ key, label }) => ({ value: key, label })),
      tasks: Object.entries(TASKS).map(([value, { label }]) => ({ value, label })),
      planner: may(viewer, 'appointments', 'change'),
      staff: seesStatus(viewer),
    }
  },
  example: () => ({ params: { key: 'default' } }),
})

export const calendarLink = popup({
  ...access,
  right: 'view',
  path: '/ical/link',
  home: '/calendar',
  title: 'Link voor agenda',
  subtitle: 'Beta',
  size: 'medium',
  view: 'training/calendar/link',
  about: (_data, viewer) => ({ type: 'user', id: viewer.id }),
  actions: [
    {
      label: 'Nieuwe link maken',
      icon: 'refresh',
      kind: 'post',
      url: '/ical/renew',
      confirm:
        'De oude link werkt dan niet meer: in elk programma waarin u hem gebruikt, zet u er de nieuwe voor in de plaats. Doorgaan?',
    },
  ],
  load: async ({ db, viewer, services }) => ({ url: await feedUrl(db, viewer, services.config) }),
})

export const calendarLinkText = text({
  ...access,
  right: 'view',
  path: '/ical/getLink',
  answer: ({ db, viewer, services }) => feedUrl(db, viewer, services.config),
})

/** For who gave the link away, or lost the telephone that knows it. */
export const calendarLinkRenew = action({
  ...access,
  right: 'view',
  path: '/ical/renew',
  save: async ({ trx, viewer, services }) => {
    await renewFeed(trx, viewer, services.config)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'De oude link werkt niet meer', type: 'success' },
    }
  },
  example: () => ({ first: [{ path: '/ical/getLink' }] }),
})

/** Days back and ahead that a subscribed calendar holds. */
const FEED_DAYS = { back: 60, ahead: 400 }
const DAY = 86_400

/** The subscribed calendar itself: the link is the key, and the row scope is that of its owner. */
export const calendarIcs = publicPage({
  path: '/ical/:token.ics',
  title: 'Agenda',
  show: async ({ db, params, services }) => {
    const owner = await findFeedOwner(db, params.token)
    if (!owner) throw new NotFound('Agenda')
    const now = epochSeconds(new Date())
    const range = { from: now - FEED_DAYS.back * DAY, to: now + FEED_DAYS.ahead * DAY }
    const { appointments } = await listAppointments(db, owner, { type: 'm', ...range, count: 30, page: 0 })
    const host = new URL(services.config.baseUrl).hostname
    return {
      content: {
        type: 'text/calendar; charset=utf-8',
        body: calendarFeed(appointments, { name: 'Noordkaap', host, stamp: new Date() }),
      },
    }
  },
})
