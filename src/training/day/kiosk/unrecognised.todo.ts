import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { resultsArea } from '../../rights.ts'
import { unrecognisedAt } from './unrecognised.queries.ts'

interface Counts {
  kept: number
  wiped: number
  lost: number
}

const wiped = ({ wiped: typed, lost }: Counts): string =>
  [
    ...(typed > 0 ? [`${formatCount(typed, 'aanmelding is', 'aanmeldingen zijn')} niet herkend en gewist.`] : []),
    ...(lost > 0 ? [`${formatCount(lost, 'aanmelding kwam', 'aanmeldingen kwamen')} nooit aan.`] : []),
  ].join(' ')

/** Somebody came in on a tablet without network whom nobody recognised; after the day only how many there were. */
export const unrecognisedArrivals: OpenPoint = {
  record: 'appointment',
  order: 56,
  area: resultsArea,
  ask: (_viewer, id) => sql<Counts | null>`(
    select json_build_object(
      'kept', count(*) filter (where s.last_name is not null),
      'wiped', count(*) filter (where s.last_name is null and s.lost = 0),
      'lost', coalesce(sum(s.lost), 0))
    ${unrecognisedAt(id)} having count(*) > 0)`,
  line: (answer, { id }) => {
    const counts = answer as Counts
    const isKept = counts.kept > 0
    return {
      label: isKept
        ? `${formatCount(counts.kept, 'aanmelding', 'aanmeldingen')} zonder verbinding niet herkend`
        : 'Aanmeldingen zonder verbinding',
      sub: [isKept ? 'Vanavond wordt gewist wat er is getypt.' : '', wiped(counts)].filter(Boolean).join(' '),
      icon: 'device-tablet',
      state: isKept ? 'open' : 'later',
      action: { label: 'Bekijken', kind: 'popup', url: `/calendar/arrivals/${id}` },
    }
  },
}
