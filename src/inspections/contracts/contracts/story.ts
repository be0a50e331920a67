import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { type RepeatUnit, addRepeat } from '../../../platform/format/repeats.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    contracts: {
      /** Of De Linde: all devices, by use, whose order can be made now. */
      deLinde: number
      /** Of a customer whom the supervisor does not see. */
      foreign: number
      terminated: number
      /** Nothing came of it yet. */
      loose: number
      /** At a fixed price. */
      fixed: number
    }
  }
}

const MANY = 40
const NAMES = ['Hele gebouw', 'Blusmiddelen', 'AED', 'Elektrisch gereedschap'] as const

interface Drawn {
  /** Days from today on which it began, or begins. */
  began: number
  repeat: [number, RepeatUnit]
  terminated?: number
}

/** In all states: most run, some end soon, some ended, one begins next month. */
const stateOf = (i: number): Drawn => {
  if (i % 13 === 5) return { began: -400, repeat: [1, 'years'], terminated: 20 }
  if (i % 11 === 4) return { began: -385, repeat: [1, 'years'] }
  if (i % 7 === 3) return { began: -345, repeat: [1, 'years'] }
  if (i % 17 === 9) return { began: 30, repeat: [1, 'years'] }
  return { began: -20 - ((i * 37) % 300), repeat: i % 5 === 2 ? [6, 'months'] : [1, 'years'] }
}

/** 40 contracts, one for each customer with devices. */
export async function seedContracts(trx: Trx, story: Story, now: Date): Promise<void> {
  const { deLinde, vanLoon } = story.companies
  const day = today(now)
  const owners = await trx
    .selectFrom('devices')
    .select('company_id')
    .distinct()
    .where('company_id', 'is not', null)
    .where('company_id', 'not in', [deLinde, vanLoon])
    .orderBy('company_id')
    .execute()
  const companies = [deLinde, vanLoon, ...owners.map(({ company_id }) => company_id!)].slice(0, MANY)
  const made = companies.map((company_id, i) => {
    const drawn = i < 2 ? { began: -15, repeat: [1, 'years'] as [number, RepeatUnit] } : stateOf(i)
    const begins_at = addDays(day, drawn.began)
    const [repeat_count, repeat_unit] = drawn.repeat
    const isFixed = i % 9 === 6
    return {
      name: NAMES[i % NAMES.length]!,
      company_id,
      ...{ begins_at, repeat_count, repeat_unit },
      expires_at: addRepeat(begins_at, { count: repeat_count, unit: repeat_unit }),
      price_kind: isFixed ? 'fixed' : 'usage',
      fixed_price: isFixed ? '895' : null,
      fixed_product_id: isFixed ? story.products.inspection : null,
      terminated_on: 'terminated' in drawn && drawn.terminated ? addDays(day, drawn.terminated) : null,
      termination_reason: 'terminated' in drawn && drawn.terminated ? 'Verhuisd naar een pand met eigen beheer' : null,
    }
  })
  const stored = await trx
    .insertInto('inspection_contracts')
    .values([
      ...made,
      { name: 'Proefcontract', company_id: deLinde, begins_at: addDays(day, 60), expires_at: addDays(day, 425) },
    ])
    .returning(['id', 'terminated_on', 'price_kind'])
    .execute()
  const running = stored.slice(0, -1)
  await trx
    .insertInto('contract_products')
    .values(
      running.flatMap(({ id }, i) => [
        { contract_id: id, product_id: story.products.inspection, amount: 5 + (i % 20) },
        ...(i % 3 === 0 ? [{ contract_id: id, product_id: story.products.powder, amount: 1 + (i % 4) }] : []),
      ]),
    )
    .execute()
  await trx
    .insertInto('contract_contacts')
    .values({ contract_id: stored[0]!.id, contact_id: story.contacts.anouk })
    .execute()
  story.contracts = {
    deLinde: stored[0]!.id,
    foreign: stored[1]!.id,
    terminated: running.find(({ terminated_on }) => terminated_on !== null)!.id,
    loose: stored.at(-1)!.id,
    fixed: running.find(({ price_kind }) => price_kind === 'fixed')!.id,
  }
}
