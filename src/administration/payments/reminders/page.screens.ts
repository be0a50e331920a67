import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Ctx } from '../../../platform/screens/screen.ts'
import { file, fragment } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { may } from '../../../platform/access/viewer.ts'
import { WriteForm, messageFor } from '../../../system/messages/index.ts'
import { sql } from 'kysely'
import { readSetting } from '../../../system/settings/index.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { letterPdf } from '../../sales/papers/index.ts'
import { type MailedKind, reminderAudience, valuesOf } from './audience.ts'
import { buyersOf, hrefOf } from './customers.queries.ts'
import { type KeptLetter, LETTER_NAMES, keptLetter } from './letter.rules.ts'
import { reminderMessages } from './messages.ts'
import { claimed } from './planning.rules.ts'
import { planReminders } from './reminders.plan.ts'
import { listRates } from './reminders.queries.ts'
import type { LeftOut, LetterItem, PlannedCustomer, PlannedLetter, Waiting } from './types.ts'
import { remindersArea } from './rights.ts'

const HOME = '/administration/reminders'
const access = { area: remindersArea, record: 'reminder', recordParam: null, right: 'view' } as const

/** What of interest has to be known before letters that ask it go out; null where all is there. */
async function rateNote(db: Ctx<object, object>['db']): Promise<string | null> {
  if (!(await readSetting(db, 'reminders')).charges_interest) return null
  const { consumer, commercial } = await listRates(db)
  const [ofConsumers, ofFirms] = [consumer.at(-1), commercial.at(-1)]
  if (!ofConsumers || !ofFirms)
    return 'Er zijn nog geen rentepercentages ingevuld. Zolang dat zo is, wordt er geen rente gevraagd.'
  // The State sets them on the first days of January and July.
  const half = `${today().slice(0, 5)}${today().slice(5) < '07-01' ? '01-01' : '07-01'}`
  return ofFirms.from >= half
    ? null
    : `De tabel met wettelijke rente gaat tot ${formatDate(ofFirms.from)}. Kijk op rijksoverheid.nl of er daarna een ander percentage is vastgesteld, en vul dat aan bij Instellingen > Wettelijke rente.`
}

/** The letters of today, customer by customer. */
export const remindersPage = page({
  ...access,
  path: HOME,
  title: 'Herinneringen',
  view: 'administration/reminders/page',
  load: async ({ db, viewer }) => ({
    day: formatDate(today()),
    changes: may(viewer, remindersArea, 'change'),
    rateNote: await rateNote(db),
  }),
  example: () => ({}),
})

const itemText = ({ number, expires_at }: LetterItem) => `${number}, vervallen op ${formatDate(expires_at)}`
const itemHref = ({ kind, record_id }: LetterItem) =>
  kind === 'invoice' ? `/administration/invoice/view/${record_id}` : `/administration/opening-item/view/${record_id}`

/** Why this letter, in a few words. */
const reasonOf = ({ step, costs, costsVat, earlier }: PlannedLetter): string =>
  step === 'reminder'
    ? 'Te laat, nog geen herinnering'
    : step === 'notice'
      ? `Na de herinnering; daarna ${formatMoney(costs + costsVat)} kosten`
      : earlier + costs + costsVat === 0
        ? 'Zonder incassokosten'
        : `Met ${formatMoney(earlier + costs + costsVat)} incassokosten`

const rowOf = ({ payer, letters, shown }: PlannedCustomer) => ({
  key: payer.key,
  field: payer.company_id === null ? 'contacts' : 'companies',
  id: payer.company_id ?? payer.contact_id,
  shown,
  name: payer.name,
  href: hrefOf(payer),
  email: payer.email,
  letters: letters.map((letter) => ({
    label: LETTER_NAMES[letter.step],
    reason: reasonOf(letter),
    preview: `${HOME}/letter/${payer.key}/${letter.step}`,
    items: letter.items.map((item) => ({
      text: itemText(item),
      href: itemHref(item),
      open: formatMoney(item.principal),
    })),
    what: formatCount(letter.items.length, 'factuur', 'facturen'),
    total: formatMoney(letter.total),
  })),
  cents: letters.reduce((sum, { total }) => sum + total, 0),
})

const waitingRow = ({ payer, numbers, open, why }: Waiting) => ({
  name: payer.name,
  href: hrefOf(payer),
  why: why.charAt(0).toUpperCase() + why.slice(1),
  what: numbers.join(', '),
  sum: formatMoney(open),
})
/** More lines than this are not drawn after every change; the list by age has all. */
const MOST = 100
const told = (lines: readonly Waiting[]) => ({
  rows: lines.slice(0, MOST).map(waitingRow),
  more: Math.max(lines.length - MOST, 0),
  count: formatCount(lines.flatMap(({ numbers }) => numbers).length, 'factuur', 'facturen'),
  sum: formatMoney(lines.reduce((sum, { open }) => sum + open, 0)),
})
const leftRow = (left: LeftOut) => ({ ...waitingRow(left), repair: left.repair })

/** The letters themselves, which come again after every change. */
export const remindersList = fragment({
  ...access,
  path: `${HOME}/list`,
  pageAddress: HOME,
  view: 'administration/reminders/list',
  load: async ({ db, viewer }) => {
    const plan = await planReminders(db)
    return {
      changes: may(viewer, remindersArea, 'change'),
      rows: plan.customers.map(rowOf),
      sum: formatMoney(plan.customers.flatMap(({ letters }) => letters).reduce((sum, { total }) => sum + total, 0)),
      count: formatCount(plan.customers.length, 'klant', 'klanten'),
      left: plan.leftOut.map(leftRow),
      collect: plan.toCollect.map(({ payer, items }) => ({
        name: payer.name,
        href: hrefOf(payer),
        url: `${HOME}/collection/${payer.key}`,
        what: items.map(({ number }) => number).join(', '),
        sum: formatMoney(claimed(items)),
      })),
      waiting: told(plan.waiting),
      handedOver: told(plan.handedOver),
      late: told([...plan.waiting, ...plan.handedOver]),
    }
  },
  example: () => ({}),
})

interface Named {
  customer: string
  step: string
}

/** A letter as it would be sent today. @throws NotFound where there is none */
async function plannedLetter(db: Ctx<object, object>['db'], { customer, step }: Named, now = new Date()) {
  const { customers } = await planReminders(db, [buyersOf(customer)], now)
  const letter = customers[0]?.letters.find((one) => one.step === step)
  if (!letter) throw new NotFound('Brief')
  const { texts: _, ...seller } = await firmDetails(db)
  const { payer } = customers[0]!
  return { payer, letter, kept: keptLetter(letter, { seller, payer, today: today(now), now }) }
}

/** The audience of one letter that is not written yet. */
const readerOf = (kept: KeptLetter, kind: string) => ({
  ...reminderAudience,
  people: () => sql<never>`select 1 as id, ${kind}::text as kind, ${kept.mail.customer}::text as name, ${kept.mail.email}::text as email`, // prettier-ignore
  values: () => Promise.resolve(new Map([[1, valuesOf(kept)]])),
})

/** What one customer would read: the mail, and the letter that goes along. */
export const letterPreview = popup({
  ...access,
  path: `${HOME}/letter/:customer(word)/:step(word)`,
  home: HOME,
  size: 'medium',
  load: async ({ db, params, viewer, services }) => {
    const { payer, letter, kept } = await plannedLetter(db, params)
    const message = await reminderMessages.find(db, services, `${letter.step as MailedKind}_message`)
    const mail =
      message &&
      (await messageFor(
        db,
        // Who has no address can read what somebody else will send.
        { ...viewer, email: viewer.email || kept.mail.email },
        { audience: readerOf(kept, letter.step), ids: [1], kinds: [letter.step] },
        WriteForm.parse({ subject: message.subject, content: message.content }),
      ))
    return {
      ...{ payer, kept },
      name: LETTER_NAMES[letter.step],
      mail: mail && { subject: mail.subject, html: mail.html, person: mail.person },
      pdf: `${HOME}/letter/${params.customer}/${params.step}/pdf`,
    }
  },
  title: ({ name, payer }) => `${name} voor ${payer.name}`,
  subtitle: ({ payer }) => payer.email,
  view: 'administration/reminders/preview',
  example: (story) => ({ params: { customer: `company-${story.companies.deLinde}`, step: 'reminder' } }),
})

/** That letter as a file. */
export const letterPreviewFile = file({
  ...access,
  path: `${HOME}/letter/:customer(word)/:step(word)/pdf`,
  open: async ({ db, params, services }) => {
    const { kept } = await plannedLetter(db, params)
    return {
      name: `${kept.paper.title.toLowerCase()}.pdf`,
      mimeType: 'application/pdf',
      content: letterPdf(services.files, kept.paper),
      inline: true,
    }
  },
  example: (story) => ({ params: { customer: `company-${story.companies.deLinde}`, step: 'reminder' } }),
})
