import { formatCount, formatMoney } from '../../../platform/format/format.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { AcceptAllForm } from './bank.forms.ts'
import { listPlainEntries } from './bank.queries.ts'
import { sumsByCustomer } from './bank.rules.ts'
import { acceptEntries } from './entries.commands.ts'
import { changedOf } from './matching/keys.rules.ts'
import { bankArea } from './rights.ts'

/** Books all that is sure or likely at once, after what it comes to for each customer. */
export const entriesAccept = formPopup({
  area: bankArea,
  record: 'bank_entry',
  recordParam: null,
  right: 'change',
  path: '/administration/bank/accept-all',
  home: '/administration/bank',
  size: 'medium',
  load: async ({ db }) => {
    const entries = await listPlainEntries(db)
    const sums = sumsByCustomer(entries.map(({ proposal }) => proposal))
    return {
      count: entries.length,
      shown: entries.map(({ id, version: seen }) => `${id}:${seen}`).join(),
      sums: sums.map(({ amount, ...sum }) => ({ ...sum, sum: formatMoney(amount) })),
      total: formatMoney(sums.reduce((sum, { amount }) => sum + amount, 0)),
    }
  },
  title: 'Alle zekere en waarschijnlijke aannemen',
  subtitle: ({ count, total }) => `${formatCount(count, 'bankregel', 'bankregels')}, ${total}`,
  refusal: ({ count }) =>
    count === 0 ? 'Er is geen zeker of waarschijnlijk voorstel dat een hele factuur betaalt.' : undefined,
  view: 'administration/bank/accept-all',
  form: AcceptAllForm,
  submits: ({ count }) => [{ label: `${formatCount(count, 'bankregel', 'bankregels')} boeken` }],
  save: async ({ trx, form: { entries } }) => {
    const { booked, invoices } = await acceptEntries(trx, entries)
    const left = entries.length - booked
    const rest =
      left === 0 ? '' : `. ${left === 1 ? 'Eén staat' : `${left} staan`} er intussen anders voor: kijk die na.`
    return {
      changed: [{ type: 'bank_entry', id: 0 }, ...changedOf([...new Set(invoices)])],
      flash: { str: `${formatCount(booked, 'bankregel', 'bankregels')} geboekt${rest}`, type: left === 0 ? 'success' : 'info' }, // prettier-ignore
      body: { booked },
    }
  },
  example: (story) => ({ form: { entries: String(story.bank.proposed) }, foreign: null }),
})
