import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { writeSetting } from '../../../system/settings/index.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    productCategories: { books: number; firstAid: number; extinguishers: number; courses: number }
    products: {
      bhvCourse: number
      bhvGroup: number
      bhvBook: number
      ehboBook: number
      eLearning: number
      noShow: number
      firstAidBox: number
      plasters: number
      extinguisher: number
      powder: number
      sign: number
      /** No longer sold. */
      retiredBook: number
      travel: number
      inspection: number
      /** Of lines that are typed for free. */
      free: number
    }
    productPrices: { coming: number }
    productConsumable: number
  }
}

const CATEGORIES = [
  { id: 1, name: 'Boeken' },
  { id: 2, name: 'EHBO-materiaal', discount: '5' },
  { id: 3, name: 'Brandblussers' },
  { id: 4, name: 'Opleidingen' },
]

/** Names, codes and prices of what the demo sells, in the order of their ids. */
const PRODUCTS = [
  { name: 'BHV basis, per persoon', code: 'BHV-B-P', category_id: 4, vat: 'exempt', price: '245' },
  { name: 'BHV basis, per groep', code: 'BHV-B-G', category_id: 4, vat: 'exempt', price: '1950' },
  { name: 'Cursusboek BHV', code: 'BK-BHV', category_id: 1, vat: 'low', price: '27.5', kind: 'delivered' },
  { name: 'Het Oranje Kruisboekje', code: 'BK-OK', category_id: 1, vat: 'low', price: '24.95', incl: true },
  { name: 'E-learning EHBO', code: 'EL-EHBO', category_id: 4, vat: 'high', price: '39' },
  { name: 'Niet verschenen', code: 'NO-SHOW', category_id: 4, vat: 'high', price: '75' },
  { name: 'Verbanddoos B', code: 'VD-B', category_id: 2, vat: 'high', price: '49.95', kind: 'lifecycle', years: 5 },
  { name: 'Pleisters, 100 stuks', code: 'PL-100', category_id: 2, vat: 'high', price: '6.8', kind: 'used', years: 2 },
  { name: 'Poederblusser 6 kg', code: 'PB-6', category_id: 3, vat: 'high', price: '62.5', kind: 'device', years: 20 },
  { name: 'Poedervulling 6 kg', code: 'PV-6', category_id: 3, vat: 'high', price: '18.75', kind: 'used', years: 5 },
  { name: 'Pictogram brandblusser', code: 'PIC-BB', category_id: 3, vat: 'high', price: '4.25', kind: 'delivered' },
  { name: 'Cursusboek BHV 2019', code: 'BK-BHV-19', category_id: 1, vat: 'low', price: '22', active: false },
  { name: 'Voorrijkosten', code: 'Voorrijkosten', category_id: null, vat: 'high', price: '55' },
  { name: 'Keuring blustoestel', code: 'KEUR-BL', category_id: 3, vat: 'high', price: '8.95' },
  { name: 'Diversen', code: 'Diversen', category_id: null, vat: 'high', price: '0' },
] as const satisfies readonly Told[]

interface Told {
  name: string
  code: string
  category_id: number | null
  vat: keyof Story['taxTypes']
  price: string
  incl?: boolean
  kind?: 'delivered' | 'used' | 'lifecycle' | 'device'
  /** After how long it is replaced. */
  years?: number
  active?: boolean
}

function columnsOf({ name, code, category_id, vat, incl, kind, years, active = true }: Told, story: Story, i: number) {
  const isUsed = kind !== undefined && kind !== 'delivered'
  return {
    id: i + 1,
    name,
    code,
    category_id,
    tax_type_id: story.taxTypes[vat],
    taxes_included: incl ?? false,
    is_device: kind === 'device',
    has_lifecycle: kind === 'lifecycle' || kind === 'device',
    is_consumable: isUsed,
    has_to_be_delivered: kind !== undefined,
    replace_after: years ?? null,
    replace_period_margin: years === undefined ? 0 : 10,
    active,
  }
}

/** What this opleider sells: places, books, material, and what belongs to extinguishers. */
export async function seedProducts(trx: Trx, story: Story, now: Date): Promise<void> {
  await trx.insertInto('product_categories').values(CATEGORIES).execute()
  // What a new installation begins with makes way for the one of the story.
  await trx.deleteFrom('products').execute()
  const told: readonly Told[] = PRODUCTS
  await trx
    .insertInto('products')
    .values(told.map((product, i) => columnsOf(product, story, i)))
    .execute()
  const since = addDays(today(now), -200)
  const later = { id: told.length + 1, product_id: 3, price: '28.95', valid_from: addDays(today(now), 40) }
  await trx
    .insertInto('product_prices')
    .values([...told.map(({ price }, i) => ({ id: i + 1, product_id: i + 1, price, valid_from: since })), later])
    .execute()
  await trx
    .insertInto('product_consumables')
    .values([
      { id: 1, product_id: 7, consumable_id: 8, count: 2 },
      { id: 2, product_id: 9, consumable_id: 10, count: 1, replace_after: 60, replace_unit: 'months' },
    ])
    .execute()
  for (const table of ['product_categories', 'products', 'product_prices', 'product_consumables'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
  await writeSetting(trx, 'invoices', { free_product_id: told.length, ubl_format: 'peppol' })
  story.productPrices = { coming: later.id }
  story.productConsumable = 1
  story.productCategories = { books: 1, firstAid: 2, extinguishers: 3, courses: 4 }
  story.products = {
    bhvCourse: 1,
    bhvGroup: 2,
    bhvBook: 3,
    ehboBook: 4,
    eLearning: 5,
    noShow: 6,
    firstAidBox: 7,
    plasters: 8,
    extinguisher: 9,
    powder: 10,
    sign: 11,
    retiredBook: 12,
    travel: 13,
    inspection: 14,
    free: 15,
  }
}
