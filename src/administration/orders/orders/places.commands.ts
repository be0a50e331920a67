/** Where the addresses of orders lie, for the map; what nobody knows stays without, and is never guessed. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { askAddress, houseNumber, knownPoint } from '../../../system/lookups/index.ts'

export const PLACES = 'orders.places'
/** How many addresses are asked for at a time, each once however many orders have it. */
const MOST = 50
/** What was not found is asked for again after so many days. */
const PATIENCE_DAYS = 7

/** Keeps where an order lies when its address was looked up in the form; else the job finds it. */
export async function keepPlace(
  trx: Trx,
  orderId: number,
  address: { postal_code: string | null; street_no: string | null; country_code: string },
): Promise<void> {
  const number = houseNumber(address.street_no)
  if (address.postal_code === null || number === null || address.country_code !== 'NL') return
  const point = await knownPoint(trx, address.postal_code, number)
  if (point === null) return
  await trx
    .updateTable('order_places')
    .set({ ...point, tried_at: new Date() })
    .where('order_id', '=', orderId)
    .execute()
}

/** The addresses that were not asked for yet, or long ago, the newest orders first. */
async function missing(db: Db) {
  const { rows } = await sql<{ postal_code: string; street_no: string; ids: number[] }>`
    select postal_code, street_no, array_agg(id) as ids from (
      select o.id, o.postal_code, o.street_no from order_places p join orders o on o.id = p.order_id
      where p.latitude is null and (p.tried_at is null or p.tried_at < now() - make_interval(days => ${PATIENCE_DAYS}))
        and o.country_code = 'NL' and o.postal_code is not null and o.street_no ~ '^[0-9]'
      order by p.tried_at nulls first, p.order_id desc limit 500) asked
    group by 1, 2 limit ${MOST}`.execute(db)
  return rows
}

/** The address, null where there is none, undefined while the register gives no answer. */
async function addressOf(services: Services, postalCode: string, number: number) {
  try {
    return await askAddress(services, postalCode, number)
  } catch (error) {
    if (error instanceof Unavailable) return undefined
    throw error
  }
}

/** From where people set out to orders; what was asked before is known. @returns whether the register answers */
async function askEstablishments(services: Services): Promise<boolean> {
  const houses = await services.db.selectFrom('establishments').select(['postal_code', 'street_no']).where('active', '=', true).orderBy('id').execute() // prettier-ignore
  for (const { postal_code, street_no } of houses) {
    const number = houseNumber(street_no)
    if (postal_code !== null && number !== null && (await addressOf(services, postal_code, number)) === undefined) return false // prettier-ignore
  }
  return true
}

/** Finds where orders lie whose address nobody looked up, where an administrator wants that; else they stay without. */
export const findPlaces: JobHandler = waitsOutside(async (_payload, services, signal) => {
  if (services.config.addressRegisterUrl === undefined) return
  if (!(await readSetting(services.db, 'map')).look_up_places) return
  if (!(await askEstablishments(services))) return
  for (const { postal_code, street_no, ids } of await missing(services.db)) {
    if (signal?.aborted) return
    const found = await addressOf(services, postal_code, houseNumber(street_no)!)
    // Nobody said that there is no such address: the next run asks again.
    if (found === undefined) return
    const { latitude, longitude } = found?.point ?? { latitude: null, longitude: null }
    // Whoever changed the address meanwhile has another one to be found.
    await sql`
      update order_places p set latitude = ${latitude}::double precision, longitude = ${longitude}::double precision,
        tried_at = now()
      from orders o where o.id = p.order_id and p.order_id = any(${ids}::integer[])
        and o.postal_code = ${postal_code} and o.street_no = ${street_no}`.execute(services.db)
  }
})

/** What a list of orders without a place offers; null where they are looked up already, or no register is known. */
export async function offerOfPlaces({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string | null> {
  if (config.addressRegisterUrl === undefined || (await readSetting(db, 'map')).look_up_places) return null
  return 'Van deze orders is geen plaats bekend. Een beheerder kan ze vanzelf laten opzoeken bij Instellingen, Administratie, Kaart.'
}
