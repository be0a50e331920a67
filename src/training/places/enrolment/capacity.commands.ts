import { Invalid } from '../../../platform/errors.ts'
import { formatNumber } from '../../../platform/format/format.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addPlaces } from '../../planning/appointments/index.ts'
import { MOST_PLACES, type Shortage, shortageText } from './enrolment.rules.ts'
import { enrolmentPlanningArea } from '../../rights.ts'

/**
 * Makes sure that there are places: raises the maximum where that is asked for by a planner, and refuses otherwise.
 * @throws Invalid as `refusal` words it
 */
export async function makeRoom(
  trx: Trx,
  viewer: Viewer,
  shortages: readonly Shortage[],
  raise: boolean,
  refusal: (shortages: readonly Shortage[]) => Invalid,
): Promise<void> {
  refuseShort(viewer, shortages, raise, refusal)
  if (shortages.length > 0) await raiseMaximum(trx, shortages)
}

/** @throws what `refusal` makes of it where places are lacking that nobody raises the maximum for, or may */
export function refuseShort(
  viewer: Viewer,
  shortages: readonly Shortage[],
  raise: boolean,
  refusal: (shortages: readonly Shortage[]) => Invalid,
): void {
  if (shortages.length > 0 && !(raise && may(viewer, enrolmentPlanningArea, 'change'))) throw refusal(shortages)
}

export const tooFewPlaces = (shortages: readonly Shortage[]): Invalid =>
  new Invalid({ students: [shortageText(shortages)] })

/** Raises the maximum of parts by what they lack. The caller has locked them. @throws Invalid beyond 1000 places */
async function raiseMaximum(trx: Trx, shortages: readonly Shortage[]): Promise<void> {
  const raised = await addPlaces(
    trx,
    shortages.map(({ id, needed, free }) => ({ id, places: needed - free })),
    MOST_PLACES,
  )
  if (!raised) throw new Invalid({ students: [`Een onderdeel heeft hooguit ${formatNumber(MOST_PLACES)} plaatsen.`] })
}
