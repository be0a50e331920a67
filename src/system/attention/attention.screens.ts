import { fragment, json } from '../../platform/screens/call/calls.ts'
import { calendarArea } from '../calendar/rights.ts'
import { listAttention } from './attention.queries.ts'

/** So many stand on one line of a usual screen; one more than that would only be hidden by a word as long. */
const BESIDE_EACH_OTHER = 3

/** What asks attention, above the calendar: it comes after the page stands, and again after every change. */
export const attentionStrip = fragment({
  area: calendarArea,
  // What it counts belongs to the areas, each with a scope of its own.
  record: null,
  right: 'view',
  path: '/attention',
  pageAddress: '/calendar',
  view: 'system/attention/strip',
  load: async ({ db, viewer, services }) => {
    const items = await listAttention(db, services.registry, viewer)
    return { items, shown: items.length > BESIDE_EACH_OTHER + 1 ? BESIDE_EACH_OTHER : items.length }
  },
})

/** The numbers beside the entries of the main menu: those of the strip, by name. */
export const menuCounts = json({
  area: calendarArea,
  record: null,
  right: 'view',
  path: '/attention/menu',
  answer: async ({ db, viewer, services }) => ({
    waiting: await listAttention(db, services.registry, viewer, { ofMenu: true }),
  }),
})
