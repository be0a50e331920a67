import { formatNearDay } from '../../platform/format/format.ts'
import { instantOf, today } from '../../platform/format/zone.ts'
import { fragment, json } from '../../platform/screens/call/calls.ts'
import { calendarArea } from '../calendar/rights.ts'
import { listAttention, listMenuCounts } from './attention.queries.ts'
import type { AttentionLine } from './attention.rules.ts'

const access = {
  area: calendarArea,
  // What it counts belongs to the areas, each with a scope of its own.
  record: null,
  right: 'view',
} as const

/** 'vandaag' from the day on which harm is done, and before that the day: 'vr 4 dec'. */
const dayText = (day: string): string => (day <= today() ? 'vandaag' : formatNearDay(instantOf(day, '12:00')!))
const shown = (line: AttentionLine) => ({ ...line, when: dayText(line.day), isNow: line.day <= today() })

const groups = {
  ...access,
  load: async ({ db, viewer, services }: Parameters<Parameters<typeof fragment>[0]['load']>[0]) => ({
    groups: (await listAttention(db, services.registry, viewer)).map((group) => ({
      ...group,
      lines: group.lines.map(shown),
    })),
  }),
}

/** What asks attention, above the calendar: it comes after the page stands, and again after every change. */
export const attentionStrip = fragment({
  ...groups,
  path: '/attention',
  pageAddress: '/calendar',
  view: 'system/attention/strip',
})

/** The same where the day begins: with all lines in view. */
export const attentionGroups = fragment({
  ...groups,
  path: '/attention/groups',
  pageAddress: '/calendar',
  view: 'system/attention/groups',
})

/** The numbers beside the entries of the main menu: those of the strip, by name. */
export const menuCounts = json({
  ...access,
  path: '/attention/menu',
  answer: async ({ db, viewer, services }) => ({ waiting: await listMenuCounts(db, services.registry, viewer) }),
})
