import { Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { today } from '../../../platform/format/zone.ts'
import { planKey } from '../../../platform/screens/table/bulk-plan.ts'
import { asCounted, planSettlement, strangeOfOrder } from '../../invoices/invoices/index.ts'
import { type CarriedChoice, type CarriedItem, type OrderCargo, orderCargo } from '../orders/points.ts'
import { type AddedLine, type Destination, type SaleLine, listSaleLines, priceLines } from '../../sales/sales/index.ts'
import type { MigrateInput } from './migrating.forms.ts'
import {
  DESTINATION_ORDER,
  asAdded,
  type Outcome,
  dividedOver,
  goingOf,
  isUndelivered,
  labelOf,
  outcomeOf,
} from './migrating.rules.ts'

interface Chosen {
  cargo: OrderCargo
  item: CarriedItem
  choice: CarriedChoice
}

/** What an order carries beside its products, and what is done with each. @throws Invalid for a choice that there is not */
async function carriedBy(db: Db | Trx, registry: Registry, id: number, chosenOf: MigrateInput['carried']) {
  const found = await Promise.all(
    registry.all(orderCargo).map(async (cargo) => ({ cargo, items: await cargo.items(db, id) })),
  )
  return found
    .filter(({ items }) => items.length > 0)
    .map(({ cargo, items }) => ({
      cargo,
      items: items.map((item) => {
        const wanted = chosenOf(cargo.key, item.id) ?? item.usual
        const choice = item.choices.find(({ value }) => value === wanted)
        if (!choice) throw new Invalid({ [`carried.${cargo.key}.p${item.id}`]: ['Kies wat hiermee gebeurt.'] })
        return { cargo, item, choice }
      }),
    }))
}

/** What would come of an order under these choices. The save carries out exactly this. */
export async function planMigration(
  db: Db | Trx,
  registry: Registry,
  order: { id: number; company_id: number | null; contact_id: number | null },
  { lines: chosen, carried: chosenOf }: Pick<MigrateInput, 'lines' | 'carried'>,
) {
  const [lines, carried] = await Promise.all([
    listSaleLines(db, { type: 'order', id: order.id }),
    carriedBy(db, registry, order.id, chosenOf),
  ])
  const going = goingOf(lines, chosen)
  const divided = dividedOver(lines, going)
  const all: Chosen[] = carried.flatMap(({ items }) => items)
  const made = await Promise.all(
    DESTINATION_ORDER.map(async (goes) => {
      const here = all.filter(({ choice }) => choice.goes === goes)
      const added = joined(here.flatMap(({ choice }) => choice.lines ?? []))
      const own = lines.filter(({ id }) => divided[goes].includes(id))
      const settled = goes === 'invoice' ? await planSettlement(db, own) : []
      const deposits = settled.map(asCounted)
      return {
        goes,
        strange: await strangeOfOrder(db, order.id, settled),
        line_ids: divided[goes],
        added,
        isMade: own.length > 0 || here.length > 0,
        outcome: outcomeOf(
          goes,
          own,
          [...deposits, ...(await priceLines(db, { ...order, type: TYPE[goes], day: today() }, added)).map(asAdded)],
          here.filter(({ choice }) => (choice.lines ?? []).length === 0).map(({ item }) => item.name),
        ),
      }
    }),
  )
  const outcomes: Outcome[] = made.filter(({ isMade }) => isMade).map(({ outcome }) => outcome)
  // What was seen, and the lines that it was made of.
  const shown = {
    outcomes,
    divided,
    carried: all.map(({ cargo, item, choice }) => [cargo.key, item.id, choice.value]),
    versions: lines.map(({ id, version }) => [id, version]),
  }
  return {
    lines,
    going,
    undelivered: lines.filter(isUndelivered),
    carried,
    made: made.filter(({ isMade }) => isMade),
    outcomes,
    refusal:
      refusalOf(lines, all.length) ??
      all.find(({ item }) => item.refusal !== undefined)?.item.refusal ??
      made.find(({ strange }) => strange !== null)?.strange ??
      null,
    label: labelOf(outcomes),
    shown,
    key: planKey(shown),
  }
}
export type MigrationPlan = Awaited<ReturnType<typeof planMigration>>

/** Whole numbers of one product, of which nothing else is told, are one line. */
function joined(lines: readonly AddedLine[]): AddedLine[] {
  const counts = new Map<string, AddedLine>()
  for (const line of lines) {
    const { count, ...rest } = line
    const key = JSON.stringify(rest)
    const before = counts.get(key)
    counts.set(key, { ...line, count: String(Number(before?.count ?? 0) + Number(count)) })
  }
  return [...counts.values()]
}

const TYPE = { invoice: 'invoice', order: 'order', quote: 'quotation' } as const satisfies Record<Destination, string>

/** Why there is nothing to migrate; null where there is. */
function refusalOf(lines: readonly SaleLine[], carried: number): string | null {
  const products = lines.filter(({ kind }) => kind === 'product')
  if (carried > 0 || products.some(({ destination }) => destination === null)) return null
  return products.length === 0 ? 'Deze order heeft nog geen producten.' : 'Deze order is al afgehandeld.'
}
