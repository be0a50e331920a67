import { sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { Attention } from '../../../system/attention/points.ts'
import { matrixArea } from './rights.ts'
import { AHEAD_DAYS, type Shortage, shortagesOf, waitingShortages } from './shortages.queries.ts'

/** '8 nodig, 6 geldig op 01-03-2027, 1 ingepland'. */
const shortageText = ({ needed, valid, booked }: Shortage): string =>
  [
    `${needed} nodig`,
    `${valid} geldig op ${formatDate(addDays(today(), AHEAD_DAYS))}`,
    ...(booked > 0 ? [`${booked} ingepland`] : []),
  ].join(', ')

/** A company that will hold fewer certificates than it needs, also when all who are enrolled pass. */
export const companyShortage: OpenPoint = {
  record: 'company',
  order: 19,
  area: matrixArea,
  // Who leads a few of the people sees too few of them to tell.
  ask: (viewer, id) => (isPlanner(viewer) ? shortagesOf(viewer, id) : sql`null`),
  line: (answer, { id }) => {
    const { all, course, ...met } = answer as Shortage & { course: string; all: number }
    return {
      label:
        all === 1
          ? `Te weinig certificaten: ${course}`
          : `Te weinig van ${formatCount(all, 'certificaat', 'certificaten')}`,
      sub: all === 1 ? shortageText(met) : `${course}: ${shortageText(met)}`,
      icon: 'certificate',
      state: 'open',
      action: {
        label: 'Matrix bekijken',
        kind: 'link',
        url: `/certificates/matrix/${id}?on=${formatDate(addDays(today(), AHEAD_DAYS))}`,
        area: matrixArea,
        right: 'view',
      },
    }
  },
}

export const shortageAttention: Attention = {
  name: 'certificates_short',
  kind: 'money',
  icon: 'certificate',
  tone: 'warning',
  label: { one: 'tekort aan certificaten bij een bedrijf', many: 'tekorten aan certificaten bij bedrijven' },
  area: matrixArea,
  url: '/certificates/shortages',
  rows: (viewer) => waitingShortages(viewer, isPlanner(viewer)),
}
