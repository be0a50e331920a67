import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { keepFile } from '../../../platform/files/kept-files.ts'
import { instantOf, wallClock } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { makeQuotation } from '../../../administration/orders/quotations/index.ts'
import { type OpenSale, addLines, lockSale, setDelivered } from '../../../administration/sales/sales/index.ts'
import {
  countedLines,
  getDevice,
  logDevices,
  markInspected,
  replaceDevice,
  setInstallDate,
  setStatus,
} from '../../devices/devices/index.ts'
import { approvalBills } from '../../migration/device-migration/index.ts'
import {
  RESULTS,
  attachDevices,
  type Result,
  coverDevices,
  inspectedAt,
  settleDevices,
  type InspectedDevice,
} from '../../orders/order-devices/index.ts'
import { endVisit, lockOpenVisit } from '../../planning/visits/index.ts'
import { makeReport, sendReport } from '../reports/index.ts'
import type { FinishInput } from './finishing.forms.ts'

type Kept = Pick<Services, 'files' | 'jobs' | 'registry'>

/** A new device in the place of each that was replaced. @returns its id by that of the one that went */
async function replaceDevices(trx: Trx, rows: readonly InspectedDevice[], day: string): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  for (const { device_id, new_serial_number } of rows) {
    const old = await getDevice(trx, device_id)
    const id = await replaceDevice(trx, old, { day, serial_number: new_serial_number })
    made.set(device_id, id)
  }
  return made
}

/**
 * What a visit delivered, as lines of its order: what approving and placing devices is called, the devices and parts that
 * were put in, and work at them. What nobody said how to bill stays to be decided when the order is migrated: a device
 * that was placed comes onto it for that.
 */
async function bill(
  trx: Trx,
  sale: OpenSale,
  visitId: number,
  rows: readonly InspectedDevice[],
  made: ReadonlyMap<number, number>,
): Promise<void> {
  // What was offered anew and is good after all is billed as what it came to.
  const approved = rows.filter(({ result, destination }) => RESULTS[result].isApproved && destination !== 'invoice')
  const bills = await approvalBills(trx, sale.id, [...approved.map(({ device_id }) => device_id), ...made.values()])
  const costs = [...bills.values()].filter(({ product_id, isCovered }) => product_id !== null && !isCovered)
  const replaced = rows.filter(({ device_id }) => made.has(device_id))
  const parts = rows.flatMap((row) => row.parts)
  const worked = await workedProducts(trx, visitId)
  const added = countedLines([
    ...costs.map(({ product_id }) => product_id),
    ...replaced.map(({ product_id }) => product_id),
    ...parts.map(({ product_id }) => product_id),
    ...worked,
  ])
  await setDelivered(trx, await addLines(trx, sale, added), true)
  const unbilled = [...made.values()].filter((id) => bills.get(id)!.product_id === null)
  await attachDevices(trx, unbilled.map((device_id) => ({ order_id: sale.id, device_id, schedule_id: null }))) // prettier-ignore
  const settled = approved.filter(({ device_id }) => bills.get(device_id)!.product_id !== null)
  const covered = settled.filter(({ device_id }) => bills.get(device_id)!.isCovered)
  if (covered.length > 0) await coverDevices(trx, sale.id, covered.map(({ device_id }) => device_id)) // prettier-ignore
  await settleDevices(
    trx,
    sale.id,
    [...settled, ...replaced].map(({ device_id }) => ({ device_id, destination: 'invoice' as const })),
  )
}

/** The products of work that was done at a visit. */
async function workedProducts(trx: Trx, visitId: number): Promise<(number | null)[]> {
  const rows = await trx
    .selectFrom('order_actions')
    .innerJoin('actions', 'actions.id', 'order_actions.action_id')
    .select('actions.product_id')
    .where('order_actions.visit_id', '=', visitId)
    .where('order_actions.done', '=', true)
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** What devices were found to be holds from the day of the visit on. */
async function settleStates(trx: Trx, rows: readonly InspectedDevice[], day: string): Promise<void> {
  const of = (isOf: (result: Result) => boolean) => rows.filter(({ result }) => isOf(result)).map(({ device_id }) => device_id) // prettier-ignore
  const approved = rows.filter(({ result }) => RESULTS[result].isApproved)
  await markInspected(trx, approved, day)
  for (const { device_id, parts } of rows)
    for (const { product_id, expires_on } of parts) await setInstallDate(trx, device_id, product_id, day, expires_on)
  const back = approved
    .filter(({ status }) => status === 'rejected' || status === 'disposed')
    .map(({ device_id }) => device_id)
  await setStatus(trx, back, 'in_use')
  await setStatus(trx, of((result) => result === 'rejected'), 'rejected') // prettier-ignore
  await setStatus(trx, of((result) => result === 'disposed'), 'disposed') // prettier-ignore
  for (const [result, { label }] of Object.entries(RESULTS))
    if (result !== 'rejected' && result !== 'disposed') await logDevices(trx, of((one) => one === result), label) // prettier-ignore
}

/** What was offered at a visit before is not offered again. */
const isOffered = ({ follow_up, destination }: InspectedDevice) => follow_up === 'quote' && destination !== 'quote'

/** What is offered in the place of what was rejected, on one quotation; it takes a number, so it comes last. */
async function offer(
  trx: Trx,
  viewer: Viewer,
  sale: OpenSale,
  rows: readonly InspectedDevice[],
): Promise<number | null> {
  const asked = rows.filter(isOffered)
  if (asked.length === 0) return null
  const { company_id, contact_id } = sale
  const id = await makeQuotation(trx, {
    ...{ company_id, contact_id, employee_id: viewer.id, reference: 'Vervanging na keuring' },
    added: countedLines(asked.map(({ product_id }) => product_id)),
  })
  await settleDevices(trx, sale.id, asked.map(({ device_id }) => ({ device_id, destination: 'quote' as const }))) // prettier-ignore
  return id
}

async function keepSignature(trx: Trx, { files }: Kept, viewer: Viewer, bytes: Buffer | null): Promise<number | null> {
  if (bytes === null) return null
  const key = `visits/${randomUUID()}.png`
  const { size, sha256 } = await files.write(key, Readable.from([bytes]))
  return keepFile(trx, viewer, { key, name: 'handtekening.png', mimeType: 'image/png', size, sha256 })
}

/** When it was worked, on the day of the visit. @throws Invalid */
function workedTimes(day: string, { start_time, end_time }: FinishInput): { worked_from: Date; worked_until: Date } {
  const [from, until] = [instantOf(day, start_time), instantOf(day, end_time)]
  if (!from) throw new Invalid({ start_time: ['Deze tijd bestaat die dag niet.'] })
  if (!until || until <= from) throw new Invalid({ end_time: ['Een bezoek eindigt na het begin.'] })
  return { worked_from: from, worked_until: until }
}

/**
 * Ends a visit: what was found holds, what was delivered is billed, and its report is frozen, all or nothing.
 * @throws NotFound; Invalid; HttpError (409) where it is finished already, or its order is settled
 */
export async function finishVisit(trx: Trx, services: Kept, viewer: Viewer, id: number, form: FinishInput) {
  const visit = await lockOpenVisit(trx, id)
  const { day } = wallClock(visit.starts_at)
  const times = workedTimes(day, form)
  const sale = await lockSale(trx, services.registry, { type: 'order', id: visit.order_id })
  const rows = await inspectedAt(trx, id)
  if (rows.some((row) => isOffered(row) && row.product_id === null))
    throw new HttpError(
      409,
      'Van een afgekeurd apparaat is geen product bekend: daarvoor kan geen offerte worden gemaakt.',
    )
  const made = await replaceDevices(trx, rows.filter(({ result }) => result === 'replaced'), day) // prettier-ignore
  await bill(trx, sale, id, rows, made)
  await settleStates(trx, rows, day)
  const { remark, signed_by, unsigned_reason, signature } = form
  await endVisit(trx, id, viewer.id, {
    ...times,
    remark: remark ?? '',
    signed_by,
    signature_id: await keepSignature(trx, services, viewer, signature),
    unsigned_reason: signature === null ? unsigned_reason : null,
  })
  const quotation = await offer(trx, viewer, sale, rows)
  const report = await makeReport(trx, id, { mail_to: form.sends ? form.mail_to : null })
  await sendReport(trx, services, viewer, id)
  return { visit, report, quotation, devices: [...rows.map(({ device_id }) => device_id), ...made.values()] }
}
