import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { LAST_DAY } from '../../../platform/forms/fields.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { type RepeatUnit, addRepeat } from '../../../platform/format/repeats.ts'
import { readSetting } from '../../../system/settings/index.ts'
import type { ContractEdit, ContractInput, Termination } from './contracts.forms.ts'
import { listPlaces } from './contracts.queries.ts'
import { isSamePeriod } from './contracts.rules.ts'

type Parts = Pick<ContractInput, 'products' | 'categories' | 'devices'>

/** Of a company and a person of it the company is the customer, and the person has to do with it. */
const customerOf = ({ company_id, contact_id }: { company_id: number | null; contact_id: number | null }) => ({
  company_id,
  contact_id: company_id === null ? contact_id : null,
})

/** What was typed for another choice is not kept. */
const kept = <Input extends ContractInput>(input: Input): Input => {
  const isFixed = input.price_kind === 'fixed'
  return {
    ...input,
    categories: input.for_all_categories ? [] : input.categories,
    devices: input.for_devices ? input.devices : [],
    fixed_price: isFixed ? input.fixed_price : null,
    fixed_product_id: isFixed ? input.fixed_product_id : null,
  }
}

/** @throws Invalid for the own firm, for an address that is not one of the customer, and for devices of somebody else */
async function refuseStrange(trx: Trx, input: ContractInput): Promise<void> {
  const { address_company_id: company, address_contact_id: contact } = input
  const value = company === null ? (contact === null ? '' : `contact:${contact}`) : `company:${company}`
  if (value !== '' && !(await listPlaces(trx, input)).some((place) => place.value === value))
    throw new Invalid({ address: ['Kies een adres van deze klant.'] })
  const { company_id, contact_id } = customerOf(input)
  if (company_id !== null && company_id === (await readSetting(trx, 'inspections')).own_company_id)
    throw new Invalid({ company_id: ['Dit is uw eigen onderneming. Kies een klant.'] })
  if (input.devices.length === 0) return
  const theirs = await trx
    .selectFrom('devices')
    .select('id')
    .where('id', 'in', input.devices)
    .where((eb) =>
      company_id === null
        ? eb('contact_id', '=', contact_id)
        : eb('company_id', 'in', company === null ? [company_id] : [company_id, company]),
    )
    .execute()
  if (theirs.length < new Set(input.devices).size) throw new Invalid({ devices: ['Kies apparaten van deze klant.'] })
}

async function setParts(trx: Trx, contract_id: number, { products, categories, devices }: Parts): Promise<void> {
  const twice = products.findIndex(({ product_id }, i) => products.findIndex((line) => line.product_id === product_id) < i) // prettier-ignore
  if (twice >= 0) throw new Invalid({ [`products.${twice}.product_id`]: ['Dit product staat er al.'] })
  await Promise.all(
    (['contract_products', 'contract_categories', 'contract_devices'] as const).map((table) =>
      trx.deleteFrom(table).where('contract_id', '=', contract_id).execute(),
    ),
  )
  if (products.length > 0)
    await trx.insertInto('contract_products').values(products.map((line) => ({ ...line, contract_id }))).execute() // prettier-ignore
  if (categories.length > 0)
    await trx.insertInto('contract_categories').values(categories.map((device_category_id) => ({ contract_id, device_category_id }))).execute() // prettier-ignore
  if (devices.length > 0)
    await trx.insertInto('contract_devices').values(devices.map((device_id) => ({ contract_id, device_id }))).execute() // prettier-ignore
}

/** @throws Invalid for an address or devices of somebody else, or a product twice */
export async function addContract(trx: Trx, typed: ContractInput): Promise<number> {
  const input = kept(typed)
  await refuseStrange(trx, input)
  const { products, categories, devices, ...head } = input
  const { id } = await trx
    .insertInto('inspection_contracts')
    .values({ ...head, ...customerOf(head) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setParts(trx, id, { products, categories, devices })
  if (head.company_id !== null && head.contact_id !== null) await attachContact(trx, id, head.contact_id)
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid as for a new one or for another customer of orders that exist */
export async function editContract(trx: Trx, id: number, { version, ...typed }: ContractEdit): Promise<void> {
  const input = kept(typed)
  await refuseStrange(trx, input)
  const { products, categories, devices, ...head } = input
  const customer = customerOf(head)
  const before = await lockVersion(trx, 'inspection_contracts', id, version, { ...head, ...customer })
  const isOther = before.company_id !== customer.company_id || before.contact_id !== customer.contact_id
  if (isOther && (await hasOrders(trx, id)))
    throw new Invalid({ company_id: ['Er zijn al orders gemaakt voor deze klant. Maak een nieuw contract.'] })
  // Every save moves the version, for the parts are rows of their own: two editors of one contract always meet.
  await trx
    .updateTable('inspection_contracts')
    .set({ ...head, ...customer, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await setParts(trx, id, { products, categories, devices })
  await keepOrders(trx, id, before.expires_at, input)
}

/** The orders of the running period stay its orders where that gets another end: its price is asked once. */
async function keepOrders(trx: Trx, id: number, before: string, period: ContractInput): Promise<void> {
  if (before === period.expires_at || !isSamePeriod(before, period)) return
  await trx
    .updateTable('contract_orders')
    .set({ period_end: period.expires_at })
    .where('contract_id', '=', id)
    .where('period_end', '=', before)
    .execute()
}

const hasOrders = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom('contract_orders').select('id').where('contract_id', '=', id).limit(1).executeTakeFirst()) !==
  undefined

export async function deleteContract(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('inspection_contracts').where('id', '=', id).execute()
}

/**
 * Goes on for one more period.
 * @returns until when it runs then
 * @throws NotFound; HttpError (409) where it was terminated, or would run on for ever
 */
export async function extendContract(trx: Trx, id: number): Promise<string> {
  const contract = await lockRow(trx, 'inspection_contracts', id)
  if (contract.terminated_on !== null)
    throw new HttpError(409, `Dit contract is opgezegd per ${formatDate(contract.terminated_on)}.`)
  const expires_at = addRepeat(contract.expires_at, {
    count: contract.repeat_count,
    unit: contract.repeat_unit as RepeatUnit,
  })
  if (expires_at > LAST_DAY) throw new HttpError(409, `Een contract loopt hooguit tot ${formatDate(LAST_DAY)}.`)
  await trx.updateTable('inspection_contracts').set({ expires_at }).where('id', '=', id).execute()
  return expires_at
}

/** @throws NotFound, Stale when someone else saved first */
export async function terminateContract(trx: Trx, id: number, { version, ...input }: Termination): Promise<void> {
  await lockVersion(trx, 'inspection_contracts', id, version, input)
  await trx.updateTable('inspection_contracts').set(input).where('id', '=', id).execute()
}

/** It goes on as if nobody had said that it ends. @throws NotFound */
export async function resumeContract(trx: Trx, id: number): Promise<void> {
  await lockRow(trx, 'inspection_contracts', id)
  await trx
    .updateTable('inspection_contracts')
    .set({ terminated_on: null, termination_reason: null })
    .where('id', '=', id)
    .execute()
}

/** Who is there already stays. @throws NotFound */
export async function attachContact(trx: Trx, contract_id: number, contact_id: number): Promise<void> {
  await lockRow(trx, 'inspection_contracts', contract_id)
  await trx
    .insertInto('contract_contacts')
    .values({ contract_id, contact_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws NotFound where the contact does not stand there */
export async function detachContact(trx: Trx, contract_id: number, contact_id: number): Promise<void> {
  const gone = await trx
    .deleteFrom('contract_contacts')
    .where('contract_id', '=', contract_id)
    .where('contact_id', '=', contact_id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new NotFound('Contact')
}
