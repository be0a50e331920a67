import { NotFound } from '../../platform/errors.ts'
import { epochSeconds } from '../../platform/format/zone.ts'
import type { Db } from '../../platform/database/types.ts'
import { type Viewer, viewerFor } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import { action, text } from '../../platform/screens/call/calls.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { publicPage } from '../../platform/screens/call/public.ts'
import { userSelfArea } from '../accounts/index.ts'
import { feedUrl, findFeedOwner, renewFeed } from './feed.ts'
import { type FeedEvent, calendarFeed } from './calendar-ics.ts'
import { calendarsOf } from './points.ts'
import { calendarArea } from './rights.ts'

/** The link is the viewer's own. */
const access = { area: calendarArea, record: null, right: 'view' } as const

export const calendarLink = popup({
  ...access,
  path: '/ical/link',
  home: '/calendar',
  title: 'Link voor agenda',
  subtitle: 'Beta',
  size: 'medium',
  view: 'system/calendar/link',
  about: (_data, viewer) => ({ type: 'user', id: viewer.id }),
  actions: [
    {
      label: 'Nieuwe link maken',
      icon: 'refresh',
      kind: 'post',
      url: '/ical/renew',
      confirm:
        'Weet u zeker dat u een nieuwe link voor uw agenda wilt maken? De oude werkt dan niet meer: in elk programma waarin u hem gebruikt, zet u er de nieuwe voor in de plaats.',
    },
  ],
  load: async ({ db, viewer, services }) => ({ url: await feedUrl(db, viewer, services.config) }),
})

export const calendarLinkText = text({
  ...access,
  path: '/ical/getLink',
  answer: ({ db, viewer, services }) => feedUrl(db, viewer, services.config),
})

/** For who gave the link away, or lost the telephone that knows it. */
export const calendarLinkRenew = action({
  area: userSelfArea,
  right: 'change',
  path: '/ical/renew',
  noUndo: 'account, right or secret',
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

/** What all calendars hold for their owner. */
async function listEvents(db: Db, registry: Registry, owner: Viewer): Promise<FeedEvent[]> {
  const now = epochSeconds(new Date())
  const range = { from: now - FEED_DAYS.back * DAY, to: now + FEED_DAYS.ahead * DAY }
  const found = await Promise.all(
    calendarsOf(registry, owner).map(async (source) => {
      const viewer = viewerFor(owner, source.area)
      const query = { type: 'm' as const, ...range, count: 30, page: 0 }
      const appointments = source.feed
        ? await source.feed(db, viewer, range)
        : (await source.list(db, viewer, query)).appointments
      return appointments.map((appointment) => ({ record: source.record, appointment }))
    }),
  )
  return found.flat()
}

/** The subscribed calendar itself: the link is the key, and the row scope is that of its owner. */
export const calendarIcs = publicPage({
  path: '/ical/:token(word).ics',
  title: 'Agenda',
  show: async ({ db, params, services }) => {
    const owner = await findFeedOwner(db, params.token)
    if (!owner) throw new NotFound('Agenda')
    const host = new URL(services.config.baseUrl).hostname
    const events = await listEvents(db, services.registry, owner)
    return {
      content: {
        type: 'text/calendar; charset=utf-8',
        body: calendarFeed(events, { name: 'Noordkaap', host, stamp: new Date() }),
      },
    }
  },
})
