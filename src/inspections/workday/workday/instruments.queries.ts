import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { listInstruments } from '../../devices/devices/index.ts'

/** What can be measured with today; the last choice of the inspector is made already. */
export async function instrumentsFor(db: Db, viewer: Viewer, chosen: number | null) {
  const meters = await listInstruments(db, today())
  const last = await db
    .selectFrom('order_devices')
    .select('instrument_id')
    .where('inspected_by', '=', viewer.id)
    .where('instrument_id', 'is not', null)
    .orderBy('inspected_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const wanted = chosen ?? last?.instrument_id ?? null
  const usable = meters.filter(({ id, isCalibrated }) => isCalibrated || id === chosen)
  return {
    instruments: usable.map(({ id, name, serial_number, until }) => ({
      value: String(id),
      label: [name, serial_number, until === null ? null : `geijkt tot ${formatDate(until)}`]
        .filter(Boolean)
        .join(', '),
    })),
    instrument: usable.some(({ id }) => id === wanted) ? String(wanted) : '',
  }
}
