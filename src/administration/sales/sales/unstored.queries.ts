import { Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { amountOf, totalsOf } from '../../catalogue/prices/index.ts'
import { listChosenProducts } from '../../catalogue/products/index.ts'
import { type OpenSale, type PricedLine, priceLines } from './lines.commands.ts'
import type { UnstoredLine } from './lines.forms.ts'
import type { SaleLine, SaleTax } from './lines.queries.ts'

const GONE = 'Een regel van de offerte is intussen gewijzigd. Kies de offerte opnieuw.'

type Kind = Pick<SaleTax, 'tax_type_id' | 'name' | 'reason'> & { category: string }

const kindsOf = (db: Db | Trx, ids: readonly number[]): Promise<Kind[]> =>
  db
    .selectFrom('tax_types')
    .select(['id as tax_type_id', 'name', 'category', 'reason'])
    .where('id', 'in', [...new Set(ids)])
    .execute()

/** A product as the line that it will be. */
const asLine = (line: PricedLine, code: string, kind: Kind): SaleLine => ({
  ...line,
  id: 0,
  ...{ quotation_id: null, order_id: null, invoice_id: null, position: 0, version: 1, worded: null, destination: null },
  ...{ kind: 'product' as const, chosen: true, code, tax_category: kind.category, tax_name: kind.name },
  amount: Number(amountOf(line)),
})

/** What lines come to per kind of VAT, as the database will count it once they are stored. */
function taxesOf(lines: readonly SaleLine[], kinds: ReadonlyMap<number, Kind>): SaleTax[] {
  const products = lines.filter(({ kind }) => kind === 'product')
  const { taxes } = totalsOf(
    products.map(({ tax_type_id, tax, taxes_included, amount }) => ({
      tax: String(tax_type_id),
      rate: tax ?? '0',
      taxes_included,
      amount: BigInt(amount),
    })),
  )
  return taxes
    .map(({ tax, rate, base, vat }) => ({
      ...kinds.get(Number(tax))!,
      ...{ tax: rate, base: Number(base), vat: Number(vat) },
    }))
    .toSorted((a, b) => Number(b.tax) - Number(a.tax) || a.tax_type_id - b.tax_type_id)
}

/**
 * The lines that a sale will have, and what they come to, before any of it is stored: products at the prices of its day for
 * its customer, and lines of another sale as they are.
 * @param sources the lines that may come along
 * @throws NotFound for a product that there is not; Invalid for a line that is not among the sources, or without VAT
 */
export async function unstoredSale(
  db: Db | Trx,
  sale: Omit<OpenSale, 'id'>,
  { lines, sources }: { lines: readonly UnstoredLine[]; sources: readonly SaleLine[] },
): Promise<{ lines: SaleLine[]; taxes: SaleTax[] }> {
  const products = lines.flatMap(({ product_id, source_id, count }) =>
    product_id === null || source_id !== null ? [] : [{ product_id, count }],
  )
  const priced = await priceLines(db, sale, products)
  const ids = products.map(({ product_id }) => product_id)
  const codes = new Map(
    ids.length === 0 ? [] : (await listChosenProducts(db, ids, ids.length)).map(({ id, code }) => [id, code]),
  )
  const known = [...priced, ...sources].flatMap(({ tax_type_id }) => tax_type_id ?? [])
  const kinds = new Map((known.length === 0 ? [] : await kindsOf(db, known)).map((kind) => [kind.tax_type_id, kind]))
  let at = 0
  const shown = lines.map(({ source_id }, i): SaleLine => {
    if (source_id === null) {
      const line = priced[at++]!
      return { ...asLine(line, codes.get(line.product_id)!, kinds.get(line.tax_type_id)!), id: i + 1 }
    }
    const source = sources.find(({ id }) => id === source_id)
    if (!source) throw new Invalid({ quotation_id: [GONE] })
    return { ...source, id: i + 1, optional: false, chosen: true, delivered: false, destination: null }
  })
  return { lines: shown, taxes: taxesOf(shown, kinds) }
}
