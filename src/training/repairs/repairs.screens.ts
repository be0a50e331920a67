import { formatDayAndHours } from '../../platform/format/format.ts'
import { fragment } from '../../platform/screens/calls.ts'
import { page } from '../../platform/screens/page.ts'
import { planningsArea } from '../plannings/rights.ts'
import { REPAIR_DAYS, listRepairs } from './repairs.queries.ts'

const HOME = '/plannings/repairs'

/** What is not right about what comes, part by part, each line one click from where it is mended. */
export const repairPage = page({
  area: planningsArea,
  record: 'appointment',
  recordParam: null,
  right: 'view',
  path: HOME,
  title: 'Te herstellen',
  view: 'training/repairs/page',
  load: () => ({ weeks: REPAIR_DAYS / 7 }),
  example: () => ({ foreign: null }),
})

/** The list itself, which comes again after every change. */
export const repairList = fragment({
  area: planningsArea,
  record: 'appointment',
  recordParam: null,
  right: 'view',
  path: `${HOME}/list`,
  pageAddress: HOME,
  view: 'training/repairs/list',
  load: async ({ db, viewer, services }) => {
    const parts = await listRepairs(db, services.registry, viewer)
    return {
      weeks: REPAIR_DAYS / 7,
      parts: parts.map((part) => ({
        ...part,
        title: part.description === part.course ? part.course : `${part.course}: ${part.description}`,
        when: formatDayAndHours(part.starts_at, part.ends_at).join(', '),
        about: [`Planning ${part.group_id}`, part.place].filter(Boolean).join(' · '),
      })),
    }
  },
  example: () => ({ foreign: null }),
})
