import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** Who was absent or did not pass is planned again by who plans. */
export const retakesArea = rights('retakes', { view: PLANNERS, change: PLANNERS })

/** One of them, by the enrolment that was missed or failed. */
export const rescheduleArea = rights('reschedule', { view: PLANNERS, change: PLANNERS })
