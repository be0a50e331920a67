import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type Alike, type ListedRow, type ReadRow, type Target, nameKey, readByForm } from '../../../system/importing/index.ts' // prettier-ignore
import { findTaxType, usualTaxType } from '../vat/index.ts'
import { addProduct, editProduct } from './products.commands.ts'
import { productFields } from './products.fields.ts'
import { ProductForm, type ProductInput } from './products.forms.ts'
import { getProduct, listPricedProducts } from './products.queries.ts'
import { samePrice } from './products.rules.ts'

const HEADINGS = [
  ['price_included', /(prijs|tarief|bedrag).*incl|incl.*(prijs|tarief|bedrag)/i],
  ['code', /code|artikeln|productn|\bsku\b/i],
  ['price', /prijs|tarief|bedrag/i],
  ['tax_type_id', /btw/i],
  ['category_id', /categorie|groep|soort/i],
  ['note', /opmerking|notitie|toelichting/i],
  ['name', /naam|product|artikel|omschrijving/i],
] as const

/** What is said in the cells as the form of a product sends it; or what it cannot say. */
async function formsOf(db: Db | Trx) {
  const [taxType, [usual], categories] = await Promise.all([
    findTaxType(db),
    usualTaxType(db),
    db.selectFrom('product_categories').select(['id', 'name']).execute(),
  ])
  const byName = new Map(categories.map(({ id, name }) => [nameKey(name), id]))
  return ({ price_included, tax_type_id, category_id, ...cells }: Record<string, string>) => {
    const tax = tax_type_id === undefined ? usual?.id : taxType(tax_type_id)
    if (tax === undefined) return { why: `Btw ‘${tax_type_id ?? ''}’ is niet bekend, of niet maar één soort.` }
    const category = category_id === undefined ? null : byName.get(nameKey(category_id))
    if (category === undefined) return { why: `Categorie ‘${category_id}’ is niet bekend. Voeg haar eerst toe.` }
    const form = {
      ...cells,
      ...(price_included === undefined ? {} : { price: price_included, taxes_included: '1' }),
      ...(category === null ? {} : { category_id: String(category) }),
      ...(tax_type_id === undefined ? {} : { tax_type_id: String(tax) }),
    }
    return { form, usual: String(tax) }
  }
}

async function read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<ProductInput>[]> {
  const asForm = await formsOf(db)
  return rows.map((row) => {
    const name = row.cells.name ?? ''
    const said = asForm(row.cells)
    if ('why' in said) return { line: row.line, name, input: null, why: said.why, filled: [], keys: [] }
    // Without a code it is the name.
    const whole = { tax_type_id: said.usual, code: name.slice(0, productFields.code.maxlength), ...said.form }
    const judged = readByForm(row, whole, ProductForm, productFields, aboutOf, name)
    return { ...judged, filled: Object.keys(said.form) }
  })
}

const aboutOf = ({ name, code }: ProductInput) => ({ name, keys: [`n ${nameKey(name)}`, `c ${nameKey(code ?? name)}`] })

async function alike(db: Db | Trx, rows: readonly ReadRow<ProductInput>[]): Promise<Map<number, Alike[]>> {
  const inputs = rows.flatMap(({ line, input }) => (input === null ? [] : [{ line, ...input }]))
  const wanted = inputs.flatMap(({ name, code }) => [name, code ?? name].map((text) => text.toLowerCase()))
  const products = await listPricedProducts(db)
    .where(sql<SqlBool>`lower(products.name) = any(${wanted}::text[]) or lower(products.code) = any(${wanted}::text[])`)
    .orderBy('products.id')
    .execute()
  const like = (input: ProductInput): Alike[] =>
    products.flatMap((product) => {
      const isCode = product.code.toLowerCase() === (input.code ?? input.name).toLowerCase()
      if (!isCode && product.name.toLowerCase() !== input.name.toLowerCase()) return []
      return {
        id: product.id,
        why: isCode ? 'Deze code is al van product' : 'Zelfde naam als product',
        sure: isCode,
        version: product.version,
        stored: { ...product, ...(samePrice(product.price, input.price) ? { price: input.price } : {}) },
        hidden: new Set(),
        guarded: {},
      }
    })
  return new Map(inputs.map(({ line, ...input }) => [line, like(input)]))
}

export const productTarget: Target<ProductInput> = {
  name: 'products',
  record: 'product',
  label: { one: 'product', many: 'producten' },
  fields: productFields,
  headings: HEADINGS,
  labels: { price_included: 'Prijs inclusief btw' },
  needed: 'name',
  once: {
    field: 'code',
    given: async (db, codes) => {
      const wanted = codes.map(String)
      const rows = await db.selectFrom('products').select('code').where(sql<SqlBool>`code = any(${wanted}::text[])`).execute() // prettier-ignore
      return rows.map(({ code }) => code)
    },
  },
  read,
  alike,
  add: ({ trx }, input) => addProduct(trx, input),
  change: async ({ trx }, id, changes, version) => {
    const stored = await getProduct(trx, id)
    const before = Object.fromEntries(
      Object.keys(ProductForm.shape).map((field) => [field, stored[field as keyof typeof stored]]),
    ) as ProductInput
    await editProduct(trx, id, { ...before, ...changes, version })
  },
}
