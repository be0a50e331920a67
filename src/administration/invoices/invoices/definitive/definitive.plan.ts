import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { formatMoney } from '../../../../platform/format/format.ts'
import { today } from '../../../../platform/format/zone.ts'
import { type Said, unprintableText } from '../../../../platform/pdf/letters.ts'
import type { PlanCtx } from '../../../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../../../platform/screens/table/bulk-plan.ts'
import { readSetting } from '../../../../system/settings/index.ts'
import { lawNumbersOf } from '../../../catalogue/customers/index.ts'
import { firmDetails, unpayable } from '../../../catalogue/firm/index.ts'
import { lineProblems } from '../deposits/deposits.plan.ts'
import { isFirst, lastDay, supplyDay } from './definitive.queries.ts'
import { listInvoices } from '../invoices.queries.ts'
import { type Missing, dateProblem, missingOn } from './snapshot.rules.ts'

/** What is judged of each, in the order in which they get their numbers, in one query. */
const listJudged = (db: Db | Trx, ids: readonly number[]) =>
  listInvoices(db)
    .select(['invoices.street', 'invoices.street_no', 'invoices.street_no_adding', 'invoices.postal_code'])
    .select(['invoices.city', 'invoices.credits_id', 'invoices.country_code'])
    .select(sql<number>`lines.count`.as('lines'))
    .select(
      sql<boolean>`(invoices.delivered_on is not null or invoices.credits_id is not null or lines.delivered)`.as(
        'delivered',
      ),
    )
    .select(sql<{ category: string }[]>`lines.taxes`.as('taxes'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('sale_lines')
          .leftJoin('tax_types', 'tax_types.id', 'sale_lines.tax_type_id')
          .leftJoin('sale_lines as source', 'source.id', 'sale_lines.source_id')
          .select(sql<number>`count(*)::integer`.as('count'))
          .leftJoin('sale_lines as first', (on) => on.on(isFirst))
          .select(
            sql<boolean>`coalesce(bool_or(${supplyDay('sale_lines', 'source', 'first')} is not null), false)`.as(
              'delivered',
            ),
          )
          .select(
            sql`coalesce(jsonb_agg(distinct jsonb_build_object('category', tax_types.category)), '[]')`.as('taxes'),
          )
          .whereRef('sale_lines.invoice_id', '=', 'invoices.id')
          .where('sale_lines.kind', '=', 'product')
          .as('lines'),
      (join) => join.onTrue(),
    )
    .where('invoices.id', 'in', [...ids])
    .orderBy('invoices.invoice_date')
    .orderBy('invoices.id')
    .execute()

const cannot = (why: string) => ({
  why: `kan nog niet: ${why.charAt(0).toLowerCase()}${why.slice(1).replace(/\.$/, '')}`,
})

/** Invoices, the first that gets a number first, each with what keeps it from that; one that has its number has nothing. */
export async function judgeNumbers(db: Db | Trx, ids: readonly number[]) {
  const invoices = await listJudged(db, ids)
  const numbers = await lawNumbersOf(db, invoices.map(({ company_id }) => company_id)) // prettier-ignore
  const firm = await firmDetails(db)
  const { closed_until: closedUntil } = await readSetting(db, 'bookkeeping')
  const asked = { today: today(), last: await lastDay(db), closedUntil }
  const wrong = await lineProblems(
    db,
    invoices.filter(({ uid }) => uid === null),
  )
  const problemOf = (invoice: (typeof invoices)[number]): Missing | null => {
    if (invoice.uid !== null) return null
    const { lines, taxes, delivered } = invoice
    const vatId = numbers.get(invoice.company_id ?? 0)?.vat_id ?? null
    const credits = invoice.credits_id !== null
    const [missing] = missingOn(invoice, { firm, lines, taxes, vatId, delivered, credits })
    if (missing) return missing
    const line = wrong.get(invoice.id)
    if (line !== undefined) return { text: line, href: `/administration/invoice/view/${invoice.id}` }
    const problem = dateProblem(invoice.invoice_date, asked)
    return problem === null ? null : { text: problem, href: `/administration/invoice/edit/${invoice.id}` }
  }
  return invoices.map((invoice) => ({ ...invoice, problem: problemOf(invoice) }))
}

/** Which concepts get a number, and what keeps the others from it. @throws Invalid when none was chosen */
export async function planDefinitive({ db, form, services }: PlanCtx<object, { ids: number[] }>): Promise<BulkPlan> {
  const invoices = await judgeNumbers(db, form.ids)
  if (invoices.length === 0) throw new Invalid({ ids: ['Vink minimaal één factuur aan.'] })
  const { plan } = planOf(
    invoices.map((invoice) => ({
      ...invoice,
      name: `${invoice.uid ?? invoice.customer} (${formatMoney(invoice.total)})`,
    })),
    ({ status, problem }) => {
      if (status !== 'concept') return { why: 'is al definitief' }
      return problem === null ? {} : cannot(problem.text)
    },
  )
  const letters = unprintableText(await listSaid(db, plan.does))
  const unpaid = plan.does.length > 0 && invoices.some(({ total }) => total > 0)
  const warning = unpaid ? await unpayable(db, services.config) : null
  const leads = [letters, warning?.text].filter((lead) => typeof lead === 'string')
  return { ...plan, outcomes: leads.map((lead) => ({ icon: 'alert-triangle', lead })) }
}

/** What these invoices will say, for letters that cannot be printed. */
async function listSaid(db: Db | Trx, named: readonly { id: number; name: string }[]): Promise<Said[]> {
  if (named.length === 0) return []
  const ids = named.map(({ id }) => id)
  const own = await listInvoices(db)
    .select(['invoices.street', 'invoices.city', 'invoices.header_text', 'invoices.footer_text'])
    .where('invoices.id', 'in', ids)
    .execute()
  const lines = await db
    .selectFrom('sale_lines')
    .select(['invoice_id', 'name', 'description'])
    .where('invoice_id', 'in', ids)
    .execute()
  return named.map(({ id, name }) => ({
    name,
    texts: [own.filter((invoice) => invoice.id === id), lines.filter((line) => line.invoice_id === id)],
  }))
}
