import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { noMailNote, sentFlash } from '../../../platform/mail/sending.ts'
import type { BulkPlan } from '../../../platform/screens/table/bulk-plan.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { Services } from '../../../platform/services.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { LETTER_NAMES } from './letter.rules.ts'
import { planReminders } from './reminders.plan.ts'
import { customerKey } from './reminders.queries.ts'
import type { PlannedCustomer } from './types.ts'
import { remindersArea } from './rights.ts'
import { type Chosen, sendReminders } from './sending.commands.ts'
import { STEPS } from './steps.rules.ts'

/** As many as get their letters within the time that somebody waits for a save. */
const MOST = 500

const Customers = z.object({ companies: idList(MOST).default([]), contacts: idList(MOST).default([]) })

/** What was shown of each: its key and the print of its letters. */
const shown = z
  .string()
  .max(MOST * 60)
  .default('')
  .transform((text) => new Map(text.split(',').flatMap((one) => (one.includes('~') ? [one.split('~') as [string, string]] : [])))) // prettier-ignore

const SendForm = z
  .object({ ...Customers.shape, shown })
  .refine(({ companies, contacts }) => companies.length + contacts.length > 0, {
    path: ['companies'],
    error: 'Kies minimaal één klant.',
  })

const WORDS = { one: 'klant', many: 'klanten', will: { one: 'Krijgt een brief', many: 'Krijgen een brief' } }

const buyersIn = ({ companies, contacts }: z.output<typeof Customers>): Buyers[] => [
  ...companies.map((company_id) => ({ company_id, contact_id: null })),
  ...contacts.map((contact_id) => ({ company_id: null, contact_id })),
]

/** The names of what somebody gets: 'Herinnering' or 'Herinnering en aanmaning'. */
const lettersOf = ({ letters }: PlannedCustomer): string => letters.map(({ step }) => LETTER_NAMES[step]).join(' en ')

const counted = (customers: readonly PlannedCustomer[], step: string): number =>
  customers.filter(({ letters }) => letters.some((letter) => letter.step === step)).length

const WHAT: Readonly<Record<string, [one: string, many: string]>> = {
  reminder: ['herinnering', 'herinneringen'],
  notice: ['× 14-dagenbrief', '× 14-dagenbrieven'],
  final: ['aanmaning', 'aanmaningen'],
}

const idOf = ({ company_id, contact_id }: Buyers): number => company_id ?? -contact_id!

/** What the question shows of a plan: who gets which letter, who does not, and the mails. */
function shownPlan(customers: readonly PlannedCustomer[], stays: BulkPlan['stays']): BulkPlan {
  return {
    does: customers.map((customer) => ({
      id: idOf(customer.payer),
      name: customer.payer.name,
      change: { from: customer.payer.email, to: lettersOf(customer) },
    })),
    stays,
    outcomes: STEPS.flatMap((step) => {
      const count = counted(customers, step)
      return count === 0 ? [] : [{ icon: 'mail', lead: formatCount(count, ...WHAT[step]!), text: 'per e-mail, met de brief als PDF' }] // prettier-ignore
    }),
  }
}

/** Those for whom no letter is due, such as who paid since the list was drawn. */
async function namesOf(db: Db, { registry }: Services, chosen: Buyers[]): Promise<BulkPlan['stays']> {
  const named = async (type: 'company' | 'contact') => {
    const ids = chosen.flatMap((one) => one[`${type}_id`] ?? [])
    return ids.length === 0 ? undefined : registry.record(type).names?.(db, ids)
  }
  const [companies, contacts] = [await named('company'), await named('contact')]
  return chosen.map((one) => ({
    id: idOf(one),
    name: (one.company_id === null ? contacts?.get(one.contact_id!) : companies?.get(one.company_id)) ?? 'Een klant',
    why: 'krijgt nu geen brief: er is niets waarover een brief aan de beurt is',
  }))
}

/** Who gets a letter, who does not and why: the question before letters go out (rulings 10.14). */
export const remindersQuestion = formPopup({
  area: remindersArea,
  record: 'reminder',
  recordParam: null,
  formRecords: { companies: 'company', contacts: 'contact' },
  right: 'change',
  path: '/administration/reminders/send',
  home: '/administration/reminders',
  size: 'medium',
  query: Customers,
  view: 'administration/reminders/question',
  form: SendForm,
  back: 'question',
  load: async ({ db, query, services, viewer }) => {
    const chosen = buyersIn(query)
    const { customers, leftOut } = await planReminders(db, chosen)
    const going = new Set(customers.map(({ payer }) => payer.key))
    const left = leftOut.filter(({ payer }) => !going.has(payer.key))
    const named = new Set([...going, ...left.map(({ payer }) => payer.key)])
    const others = await namesOf(db, services, chosen.filter((one) => !named.has(customerKey(one)))) // prettier-ignore
    return {
      customers,
      ids: { companies: query.companies, contacts: query.contacts },
      shown: customers.map((one) => `${one.payer.key}~${one.shown}`).join(','),
      plan: shownPlan(customers, [
        ...left.map(({ payer, why }) => ({ id: idOf(payer), name: payer.name, why })),
        ...others,
      ]),
      words: { ...WORDS, verb: 'sturen', done: 'gemaild' },
      noMail: await noMailNote(services, viewer),
      label: `Versturen naar ${formatCount(customers.length, 'klant', 'klanten')}`,
    }
  },
  title: ({ label }) => label,
  submits: ({ label }) => [{ label }],
  refusal: ({ customers }) => (customers.length === 0 ? 'Er is niets te versturen.' : undefined),
  footnote: 'U kunt dit ongedaan maken zolang de e-mails wachten.',
  save: async ({ trx, services, viewer, form }) => {
    const chosen: Chosen[] = buyersIn(form).map((one) => ({ ...one, shown: form.shown.get(customerKey(one)) }))
    const { sent, skipped } = await sendReminders(trx, services, viewer, chosen)
    const customers = new Set(sent.map(({ customer }) => customer)).size
    const left = skipped.map(({ name, why }) => `${name} ${why}`).join('; ')
    const done = sent.length === 0 ? 'Er is niets verstuurd' : `${formatCount(sent.length, 'brief wordt', 'brieven worden')} verzonden naar ${formatCount(customers, 'klant', 'klanten')}` // prettier-ignore
    const said = left === '' ? done : `${done}. Overgeslagen: ${left}.`
    return {
      changed: [
        { type: 'reminder', id: 0 },
        { type: 'invoice', id: 0 },
        { type: 'message', id: 0 },
      ],
      flash:
        sent.length === 0 ? { str: said, type: 'warning' } : await sentFlash(services, said, { mails: sent.length }),
      body: { letters: sent.map(({ id }) => id), skipped },
    }
  },
  example: (story) => ({
    query: { companies: String(story.companies.deLinde) },
    form: { companies: String(story.companies.deLinde) },
    foreign: null,
  }),
})
