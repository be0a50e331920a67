import { formatCount } from '../../../platform/format/format.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { DayEntry } from '../../../system/calendar/points.ts'
import { listWorkOf } from './workday.queries.ts'
import { addressText } from './workday.rules.ts'

/** The visits of the viewer on a day, for the page where the day begins. */
export const listDayEntries = async (db: Db, viewer: Viewer, day: string): Promise<DayEntry[]> =>
  (await listWorkOf(db, viewer, viewer.id, day)).map((work) => ({
    id: work.id,
    title: work.customer,
    texts: [addressText(work), `${work.seen} van ${formatCount(work.devices, 'apparaat', 'apparaten')}`].filter(
      Boolean,
    ),
    startsAt: work.starts_at,
    endsAt: work.ends_at,
    isDone: work.done,
    url: `/workday/${work.order_id}?visit=${work.id}`,
  }))
