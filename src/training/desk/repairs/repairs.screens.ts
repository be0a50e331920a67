import { formatDayAndHours } from '../../../platform/format/format.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import type { Registry } from '../../../platform/registry.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import type { Db } from '../../../platform/database/types.ts'
import { planningsArea } from '../../rights.ts'
import { partTitle } from '../../planning/appointments/index.ts'
import { REPAIR_DAYS, type Repair, listRepairs } from './repairs.queries.ts'

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

/** Where in the form of a part a finding is mended. */
const TABS: Partial<Record<Repair['findings'][number]['resource'], string>> = { contact: 'responsibles' }
const EDIT = '/calendar/edit-appointment'

type Finding = Repair['findings'][number]
const isTaken = ({ taken, resource }: Finding): boolean => taken && resource === 'contact'

/** For who is away: the absence of which others take over. */
async function absencesOf(db: Db, registry: Registry, parts: Repair[]) {
  const people = parts.flatMap(({ findings }) => findings.filter(isTaken).map(({ resource_id }) => resource_id))
  const busy = await listOccupations(db, registry, {
    spans: parts.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })),
    of: { contact: [...new Set(people)] },
  })
  const away = busy.filter(({ record }) => record === 'absence')
  return (at: number, finding: Finding) =>
    isTaken(finding)
      ? away.find(({ span, resource_id }) => span === at && resource_id === finding.resource_id)?.record_id
      : undefined
}

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
    const absenceOf = await absencesOf(db, services.registry, parts)
    return {
      weeks: REPAIR_DAYS / 7,
      parts: parts.map((part, at) => ({
        ...part,
        findings: part.findings.map((finding) => ({
          ...finding,
          url: `${EDIT}/${part.id}${TABS[finding.resource] ? `?tab=${TABS[finding.resource]}` : ''}`,
          absence: absenceOf(at, finding) ?? null,
        })),
        title: partTitle(part.course, part.description),
        when: formatDayAndHours(part.starts_at, part.ends_at).join(', '),
        about: [`Planning ${part.group_id}`, part.place].filter(Boolean).join(' · '),
      })),
    }
  },
  example: () => ({ foreign: null }),
})
