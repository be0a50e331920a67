import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { type Attention, NOW, waitingRows } from '../../../system/attention/points.ts'
import { registrationsArea } from './rights.ts'

const isWaiting = sql`entries.state in ('received', 'failed')`

/** Who was signed up for a planning and is to be processed. */
export const signedUp: OpenPoint = {
  record: 'appointment',
  order: 12,
  area: registrationsArea,
  ask: (_viewer, id) => sql<{ id: number; count: number } | null>`
    select json_build_object('id', ${id}::integer, 'count', count(*)) from entries
    where ${isWaiting} and group_id = (select group_id from appointments where id = ${id}) having count(*) > 0`,
  line: (answer) => {
    const { id, count } = answer as { id: number; count: number }
    return {
      label: `${formatCount(count, 'registratie', 'registraties')} te verwerken`,
      icon: 'inbox',
      state: 'open',
      action: {
        label: 'Verwerken',
        kind: 'popup',
        url: `/registrations/process?appointmentId=${id}`,
        area: registrationsArea,
        right: 'change',
      },
    }
  },
}

export const entriesAttention: Attention[] = [
  {
    name: 'entries',
    kind: 'now',
    icon: 'inbox',
    tone: 'warning',
    label: { one: 'registratie te verwerken', many: 'registraties te verwerken' },
    area: registrationsArea,
    url: '/registrations?state=open',
    rows: () => waitingRows({ day: NOW, from: sql`from entries where ${isWaiting}` }),
  },
]
