import { sql } from 'kysely'
import { formatTime } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { resultsArea } from '../../rights.ts'
import { MISSES_MS, MOST_MISSES } from './kiosk.rules.ts'

/** A tablet where the part is given takes nobody in for some minutes: who teaches does it instead. */
export const blockedTablet: OpenPoint = {
  record: 'appointment',
  order: 55,
  area: resultsArea,
  ask: (_viewer, id) => sql<{ name: string; until: string } | null>`(
    select json_build_object('name', c.name, 'until', s.misses_since + make_interval(secs => ${MISSES_MS / 1000}))
    from appointments a
    join rooms r on r.id = a.room_id
    join api_clients c on c.establishment_id = r.establishment_id
    join kiosk_searches s on s.api_client_id = c.id
    where a.id = ${id} and a.starts_at::date = now()::date and s.misses >= ${MOST_MISSES}
      and s.misses_since > now() - make_interval(secs => ${MISSES_MS / 1000})
    order by s.misses_since desc limit 1)`,
  line: (answer, { id }) => {
    const { name, until } = answer as { name: string; until: string }
    return {
      label: `Tablet '${name}' is geblokkeerd`,
      sub: `Na te veel pogingen, tot ${formatTime(new Date(until))}. Meld cursisten hier aan.`,
      icon: 'device-tablet',
      state: 'open',
      action: { label: 'Aanwezigheid', kind: 'popup', url: `/calendar/results/${id}` },
    }
  },
}
