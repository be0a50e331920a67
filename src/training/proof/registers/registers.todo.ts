import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { type Attention, NOW, waitingRows } from '../../../system/attention/points.ts'
import { REGISTER_NAMES, type RegisterKey } from './requests.rules.ts'
import { registersArea } from './rights.ts'

interface Handed {
  planning: number
  queued: number
  accepted: number
  stopped: number
  registers: RegisterKey[]
}

/** Refused, or tried often enough: somebody has to look. */
const isStopped = sql`state in ('rejected', 'failed')`

/** What became of the students of a planning at the registers. */
export const handedOver: OpenPoint = {
  record: 'appointment',
  order: 70,
  area: registersArea,
  ask: (_viewer, id) => sql<Handed | null>`
    select case when count(*) = 0 then null else json_build_object('planning', min(group_id),
      'queued', count(*) filter (where state = 'queued'), 'accepted', count(*) filter (where state = 'accepted'),
      'stopped', count(*) filter (where ${isStopped}), 'registers', json_agg(distinct register)) end
    from register_requests where group_id = (select group_id from appointments where id = ${id})`,
  line: (answer) => {
    const { planning, queued, accepted, stopped, registers } = answer as Handed
    const icon = 'building-hospital'
    const action = {
      label: 'Bekijken',
      kind: 'link',
      url: `/registers?group_id=${planning}`,
      area: registersArea,
      right: 'view',
    } as const
    if (stopped > 0)
      return {
        label: `${formatCount(stopped, 'cursist', 'cursisten')} niet doorgegeven`,
        sub: 'Het register weigerde of gaf geen antwoord',
        icon,
        state: 'open',
        action,
      }
    if (queued > 0)
      return {
        label: `Doorgeven: ${formatCount(queued, 'cursist wacht', 'cursisten wachten')} op verzending`,
        icon,
        state: 'later',
        action,
      }
    return {
      label: `${formatCount(accepted, 'cursist', 'cursisten')} doorgegeven aan ${registers.map((register) => REGISTER_NAMES[register]).join(' en ')}`,
      icon,
      state: 'done',
      action,
    }
  },
}

export const registerAttention: Attention[] = [
  {
    name: 'register_stopped',
    kind: 'now',
    icon: 'building-hospital',
    tone: 'warning',
    label: { one: 'cursist niet doorgegeven', many: 'cursisten niet doorgegeven' },
    area: registersArea,
    url: '/registers?state=rejected,failed',
    rows: () => waitingRows({ day: NOW, from: sql`from register_requests where ${isStopped}` }),
  },
]
