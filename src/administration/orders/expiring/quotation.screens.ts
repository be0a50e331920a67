import * as z from 'zod'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { MAX_ID, idList } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { Services } from '../../../platform/services.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { offerExpiring } from './expiring.commands.ts'
import { customerQuery, isOf, isWithin, listExpiring, sourcesFor } from './expiring.queries.ts'
import { USUAL_DAYS, isProposed, stateText } from './expiring.rules.ts'

const someId = z.coerce.number().int().min(1).max(MAX_ID).nullable().catch(null).default(null)
const Asked = z.object({ company_id: someId, contact_id: someId, ids: idList(2000) })

/** What expires of one customer: that of the address, or of the rows that were chosen. */
async function ofCustomer(
  db: Db | Trx,
  { registry }: Pick<Services, 'registry'>,
  viewer: Viewer,
  { company_id, contact_id, ids }: z.output<typeof Asked>,
) {
  const all = listExpiring(db, registry, viewer)
  const chosen = ids.length === 0 ? [] : await all.where('quotations.id', 'in', ids).execute()
  const customers = new Map(chosen.map((row) => [customerQuery(row), row]))
  if (customers.size > 1) throw new Invalid({ ids: ['Kies regels van één klant. Een offerte is voor één klant.'] })
  const [named] = customers.values()
  const customer = named ?? { company_id, contact_id: company_id === null ? contact_id : null }
  if (customer.company_id === null && customer.contact_id === null) throw new NotFound('Klant')
  const within = await all
    .where(isOf(customer))
    .where(isWithin(USUAL_DAYS))
    .orderBy('quotations.expires_on')
    .orderBy('quotations.id')
    .execute()
  const known = new Set(within.map(({ id }) => id))
  const rows = [...within, ...chosen.filter(({ id }) => !known.has(id))]
  return { rows, chosen: new Set(ids), customer: { company_id: customer.company_id, contact_id: customer.contact_id } }
}

/** One quotation of what expires of a customer: what is booked, ordered or invited says so, and is not proposed. */
export const expiringQuotation = formPopup({
  area: quotationsArea,
  record: 'quotation',
  recordParam: null,
  right: 'change',
  path: '/expiring/quotation',
  home: '/expiring',
  size: 'large',
  query: Asked,
  alsoRecords: { company_id: 'company', contact_id: 'contact' },
  load: async ({ db, viewer, query, services }) => {
    const { rows, chosen } = await ofCustomer(db, services, viewer, query)
    const sources = sourcesFor(services.registry, viewer)
    const shown = sources.flatMap(({ key, heading, label }) => {
      const own = rows.filter((row) => row.key === key)
      return own.length === 0
        ? []
        : [
            {
              heading,
              label,
              rows: own.map((row) => ({
                id: row.id,
                what: row.what,
                who: row.who,
                day: formatDate(row.expires_on),
                isLate: row.expires_on < today(),
                state: `${stateText(row)}${row.product_id === null ? ', zonder bedrag' : ''}`,
                isChosen: chosen.has(row.id) || isProposed(row),
              })),
            },
          ]
    })
    return { groups: shown, customer: rows[0]?.customer ?? '', count: rows.length }
  },
  noUndo: 'number given',
  title: 'Eén offerte maken',
  subtitle: ({ customer, count }) =>
    `${customer} · ${formatCount(count, 'regel verloopt', 'regels verlopen')} binnen ${USUAL_DAYS} dagen`,
  refusal: ({ count }) => (count === 0 ? 'Er verloopt niets van deze klant.' : undefined),
  view: 'administration/expiring/quotation',
  form: z.object({ chosen: idList(2000).refine((ids) => ids.length > 0, 'Kies minimaal één regel.') }),
  submits: [{ label: 'Offerte maken' }],
  save: async ({ trx, viewer, query, form, services }) => {
    const { rows, customer } = await ofCustomer(trx, services, viewer, query)
    const wanted = rows.filter(({ id }) => form.chosen.includes(id))
    if (wanted.length < new Set(form.chosen).size) throw new Invalid({ chosen: ['Een regel verloopt niet meer. Open de offerte opnieuw.'] }) // prettier-ignore
    const headings = new Map(sourcesFor(services.registry, viewer).map(({ key, heading }) => [key, heading]))
    const id = await offerExpiring(trx, services.registry, {
      customer,
      employee_id: viewer.id,
      rows: wanted,
      headingOf: ({ key }) => headings.get(key)!,
    })
    return {
      changed: [{ type: 'quotation', id }],
      open: `/administration/quotation/view/${id}`,
      flash: { str: `Offerte gemaakt van ${formatCount(wanted.length, 'regel', 'regels')}`, type: 'success' },
    }
  },
  example: (story) => ({
    query: { company_id: String(story.companies.deLinde) },
    form: {},
    foreign: null,
  }),
})
