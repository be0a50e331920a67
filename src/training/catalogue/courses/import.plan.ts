import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import {
  PLACE,
  addProduct,
  listPriceOn,
  samePrice,
  setPrices,
} from '../../../administration/catalogue/products/index.ts'
import { findTaxType, usualTaxType } from '../../../administration/catalogue/vat/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { price, reference } from '../../../platform/fields/kinds.ts'
import { today } from '../../../platform/format/zone.ts'
import { type Alike, type ListedRow, type ReadRow, type Target, nameKey, readByForm } from '../../../system/importing/index.ts' // prettier-ignore
import { addCourse, changeCourse } from './courses.commands.ts'
import { courseFields } from './courses.fields.ts'
import { CourseEditForm } from './courses.forms.ts'
import { monthsOf, durationOf } from './import.rules.ts'

const HEADINGS = [
  ['code', /code|afkorting|cursusn/i],
  ['validity_months', /geldig/i],
  ['duration', /duur|\buren\b|lengte/i],
  ['tax_type_id', /btw/i],
  ['price', /prijs|tarief|kosten/i],
  ['max_count', /max|deelnemers|groepsgrootte|plaatsen/i],
  ['component', /onderdeel|onderdelen|module|programma/i],
  ['description', /naam|opleiding|cursus|training|titel|omschrijving/i],
] as const

const fields = { ...courseFields, price: price('Prijs per persoon'), tax_type_id: reference('Btw', 'tax_type') }
const Form = CourseEditForm.omit({ version: true }).extend({
  price: fields.price.parse,
  tax_type_id: fields.tax_type_id.parse,
})
type Input = z.output<typeof Form>

/** Where nothing is told: a day, from nine o'clock, for as many people as a classroom holds. */
const USUAL = { duration: '8:00', begin: '09:00', count: '12' } as const
/** What of a course that is there a list changes; the rest belongs to its form. */
const CHANGED = ['description', 'code', 'validity_months', 'max_count', 'price']

async function read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<Input>[]> {
  const [taxType, [usual]] = await Promise.all([findTaxType(db), usualTaxType(db)])
  return rows.map((row) => {
    const { duration, component, validity_months, tax_type_id, max_count, ...cells } = row.cells
    const name = cells.description ?? ''
    const tax = tax_type_id === undefined ? usual?.id : taxType(tax_type_id)
    if (cells.price !== undefined && tax === undefined) return { line: row.line, name, input: null, why: `Btw ‘${tax_type_id ?? ''}’ is niet bekend, of niet maar één soort.`, filled: [], keys: [] } // prettier-ignore
    const parts = (component ?? name).split(/[|\n]/).map((part) => part.trim()).filter(Boolean) // prettier-ignore
    const form = {
      ...cells,
      ...(validity_months === undefined ? {} : { validity_months: monthsOf(validity_months) }),
      max_count: max_count ?? USUAL.count,
      tax_type_id: tax === undefined ? '' : String(tax),
      components: parts.map((description) => ({
        id: '',
        description: description.slice(0, 120),
        duration_minutes: durationOf(duration ?? USUAL.duration),
        default_start: USUAL.begin,
      })),
    }
    const judged = readByForm(row, form, Form, fields, aboutOf, name)
    return { ...judged, filled: Object.keys(row.cells).filter((column) => CHANGED.includes(column)) }
  })
}

const aboutOf = ({ description, code }: Input) => ({ name: description, keys: [`n ${nameKey(description)}`, `c ${nameKey(code)}`] }) // prettier-ignore

async function alike(db: Db | Trx, rows: readonly ReadRow<Input>[]): Promise<Map<number, Alike[]>> {
  const inputs = rows.flatMap(({ line, input }) => (input === null ? [] : [{ line, ...input }]))
  const wanted = inputs.flatMap(({ description, code }) => [description.toLowerCase(), code.toLowerCase()])
  const courses = await db
    .selectFrom('courses')
    .leftJoin('products', 'products.id', 'courses.product_id')
    .selectAll('courses')
    .select(sql<string | null>`case when products.id is not null then ${listPriceOn()} end`.as('price'))
    .where(
      sql<SqlBool>`lower(courses.description) = any(${wanted}::text[]) or lower(courses.code) = any(${wanted}::text[])`,
    ) // prettier-ignore
    .orderBy('courses.id')
    .execute()
  const like = (input: Input): Alike[] =>
    courses.flatMap((course) => {
      const isCode = course.code.toLowerCase() === input.code.toLowerCase()
      if (!isCode && course.description.toLowerCase() !== input.description.toLowerCase()) return []
      const isPrice = input.price !== null && course.price !== null && samePrice(input.price, course.price)
      return {
        id: course.id,
        why: isCode ? 'Deze code is al van opleiding' : 'Zelfde omschrijving als opleiding',
        sure: isCode,
        version: course.version,
        stored: { ...course, ...(isPrice ? { price: input.price } : {}) },
        hidden: new Set(),
        guarded: {},
      }
    })
  return new Map(inputs.map(({ line, ...input }) => [line, like(input)]))
}

/** As what a place in it is sold: a product of its own, under the code of the course. */
async function addOwnProduct(trx: Trx, { code, description, price, tax_type_id }: Own): Promise<number> {
  const known = await trx.selectFrom('products').select('id').where('code', '=', code).executeTakeFirst()
  if (known) return known.id
  return addProduct(trx, { ...PLACE, name: description.slice(0, 120), code, price: price!, tax_type_id: tax_type_id! })
}
type Own = Pick<Input, 'code' | 'description' | 'price' | 'tax_type_id'>

export const courseTarget: Target<Input> = {
  name: 'courses',
  record: 'course',
  label: { one: 'opleiding', many: 'opleidingen' },
  fields,
  headings: HEADINGS,
  labels: { duration: 'Duur', component: 'Onderdeel' },
  needed: 'description',
  once: {
    field: 'code',
    given: async (db, codes) => {
      const wanted = codes.map(String)
      const rows = await db.selectFrom('courses').select('code').where(sql<SqlBool>`code = any(${wanted}::text[])`).execute() // prettier-ignore
      return rows.map(({ code }) => code)
    },
  },
  read,
  alike,
  add: async ({ trx }, { price: costs, tax_type_id, ...course }) => {
    const product_id = costs === null ? null : await addOwnProduct(trx, { ...course, price: costs, tax_type_id })
    return addCourse(trx, { ...course, product_id })
  },
  change: async ({ trx }, id, { price: costs, ...changes }, version) => {
    const { description, code, validity_months, max_count } = changes
    const own = { ...(description === undefined ? {} : { description }), ...(code === undefined ? {} : { code }), ...(validity_months === undefined ? {} : { validity_months }), ...(max_count === undefined ? {} : { max_count }) } // prettier-ignore
    const stored = await trx.selectFrom('courses').select(['code', 'description', 'product_id']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    if (costs && stored.product_id !== null) await setPrices(trx, [{ product_id: stored.product_id, price: costs }], today()) // prettier-ignore
    const [tax] = await usualTaxType(trx)
    const product_id = costs && stored.product_id === null ? await addOwnProduct(trx, { ...stored, ...own, price: costs, tax_type_id: tax!.id }) : stored.product_id // prettier-ignore
    await changeCourse(trx, id, { ...own, product_id }, version)
  },
}
