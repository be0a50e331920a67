import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'

/** The company that is the own firm (rulings 11.32): what it owns is nobody's to inspect. */
const ownCompany = sql<
  number | null
>`(select (value ->> 'own_company_id')::integer from settings where key = 'inspections')`
export const isOfOwnFirm = sql<SqlBool>`coalesce(devices.company_id = ${ownCompany}, false)`

/** Until when a meter `m` is calibrated: as long as that lasts, from the day on which it was looked at last. */
export const calibratedUntil = sql<string | null>`(coalesce(
  (select max(r.last_on) from device_schedules r where r.device_id = m.id), m.installed_on, m.buy_date) + m.calibration_days)`

export interface Instrument {
  id: number
  name: string
  serial_number: string | null
  until: string | null
  isCalibrated: boolean
}

/** What the own firm measures with, and whether it may be used on a day; what never was calibrated may not. */
export async function listInstruments(db: Db | Trx, day: string): Promise<Instrument[]> {
  const { rows } = await sql<Instrument>`
    select m.id, m.name, m.serial_number, ${calibratedUntil}::text as until,
      coalesce(${calibratedUntil} >= ${day}::date, false) as "isCalibrated"
    from devices m where m.company_id = ${ownCompany} and m.calibration_days is not null and m.status = 'in_use'
    order by m.name collate "nl-x-icu", m.number limit 200`.execute(db)
  return rows
}

/** @throws Invalid for a meter that may not be used on the day of measuring */
export async function refuseUncalibrated(trx: Trx, id: number | null, day: string): Promise<void> {
  if (id === null) return
  const meter = (await listInstruments(trx, day)).find((one) => one.id === id)
  if (!meter) throw new Invalid({ instrument_id: ['Kies een meetmiddel van de eigen onderneming.'] })
  if (!meter.isCalibrated) throw new Invalid({ instrument_id: ['Deze meter is niet meer geijkt. Kies een andere.'] })
}
