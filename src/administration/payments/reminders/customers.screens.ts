import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { longText, version } from '../../../platform/forms/fields.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { action, file, fragment } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { letterPdf } from '../../sales/papers/index.ts'
import { block, findBlock, handOver, mailStatement, openOf, unblock } from './customers.commands.ts'
import { buyersOf, getPayer, hrefOf } from './customers.queries.ts'
import { statementLetter } from './letter.rules.ts'
import { listLetters } from './letters.queries.ts'
import { claimed } from './planning.rules.ts'
import { planReminders } from './reminders.plan.ts'
import { BLOCK_REASONS } from './choices.rules.ts'
import { blockFields } from './reminders.fields.ts'
import type { LetterItem } from './types.ts'
import { remindersArea } from './rights.ts'
import { letterLine } from './shown.rules.ts'

const access = { area: remindersArea, record: 'reminder', recordParam: null } as const
const HOME = '/administration/reminders'
const STATEMENT = '/administration/statement/:customer(word)'
const linde = (story: { companies: { deLinde: number } }) => ({ customer: `company-${story.companies.deLinde}` })
const changed = [
  { type: 'reminder', id: 0 },
  { type: 'reminder_block', id: 0 },
]

const shownItem = (item: LetterItem, day: string) => ({
  number: item.number,
  href: item.kind === 'invoice' ? `/administration/invoice/view/${item.record_id}` : `/administration/opening-item/view/${item.record_id}`, // prettier-ignore
  date: formatDate(item.invoice_date),
  expires: formatDate(item.expires_at),
  late: item.open > 0 && item.expires_at < day,
  total: formatMoney(item.total),
  open: formatMoney(item.open),
  beside: item.earlier + item.earlierInterest === 0 ? null : formatMoney(item.earlier + item.earlierInterest),
})

const sumOf = (items: readonly LetterItem[]) => items.reduce((sum, { open }) => sum + open, 0)
/** The sums below a list of items: what is open, and what letters asked beside that where they did. */
const sumsOf = (items: readonly LetterItem[]) => {
  const [open, beside] = [sumOf(items), items.reduce((sum, { earlier, earlierInterest }) => sum + earlier + earlierInterest, 0)] // prettier-ignore
  return { sum: formatMoney(open), beside: beside === 0 ? null : formatMoney(beside), all: formatMoney(open + beside) }
}

/** All that a customer has open. */
export const statementView = popup({
  ...access,
  right: 'view',
  path: STATEMENT,
  home: '/administration/ageing',
  size: 'medium',
  load: async ({ db, params }) => {
    const day = today()
    const payer = await getPayer(db, params.customer, day)
    const items = await openOf(db as Trx, buyersOf(params.customer), day)
    return {
      ...{ payer, href: hrefOf(payer), key: params.customer, ...sumsOf(items) },
      late: formatMoney(sumOf(items.filter(({ expires_at }) => expires_at < day))),
      items: items.map((item) => shownItem(item, day)),
    }
  },
  title: ({ payer }) => `Rekeningoverzicht van ${payer.name}`,
  subtitle: () => `op ${formatDate(today())}`,
  actions: ({ key, items, payer }) =>
    items.length === 0
      ? []
      : [
          { area: remindersArea, label: 'PDF', icon: 'file-type-pdf', kind: 'download', url: `/administration/statement/${key}/pdf` }, // prettier-ignore
          {
            ...{ area: remindersArea, right: 'change', label: 'Mailen', icon: 'mail', kind: 'post', primary: true },
            url: `/administration/statement/${key}/mail`,
            confirm: `Weet u zeker dat u ${payer.name} een rekeningoverzicht wilt mailen?`,
          },
        ],
  view: 'administration/reminders/statement',
  example: (story) => ({ params: linde(story) }),
})

export const statementFile = file({
  ...access,
  right: 'view',
  path: `${STATEMENT}/pdf`,
  open: async ({ db, params, services }) => {
    const now = new Date()
    const day = today(now)
    const payer = await getPayer(db, params.customer, day)
    const items = await openOf(db as Trx, buyersOf(params.customer), day)
    const { texts: _, ...seller } = await firmDetails(db)
    const { paper } = statementLetter(items, { seller, payer, today: day, now })
    return {
      name: `Rekeningoverzicht ${payer.name}.pdf`,
      mimeType: 'application/pdf',
      content: letterPdf(services.files, paper),
    }
  },
  example: (story) => ({ params: linde(story) }),
})

export const statementMail = action({
  ...access,
  right: 'change',
  path: `${STATEMENT}/mail`,
  save: async ({ trx, services, viewer, params }) => {
    const id = await mailStatement(trx, services, viewer, params.customer, buyersOf(params.customer))
    return {
      changed: [
        { type: 'reminder', id },
        { type: 'message', id: 0 },
      ],
      flash: await sentFlash(services, 'Rekeningoverzicht wordt verzonden'),
      body: { id },
    }
  },
  example: (story) => ({ params: linde(story), foreign: null }),
})

/** A customer who gets no letters for a while. */
export const blockEdit = formPopup({
  ...access,
  fieldsOf: 'reminder_block',
  right: 'change',
  path: `${HOME}/block/:customer(word)`,
  home: HOME,
  size: 'small',
  view: 'administration/reminders/block',
  form: z.object({ version, ...parsersOf(blockFields, 'reason', 'blocked_until', 'note') }),
  load: async ({ db, params }) => ({
    payer: await getPayer(db, params.customer, today()),
    block: (await findBlock(db as Trx, buyersOf(params.customer))) ?? null,
    key: params.customer,
  }),
  title: 'Geen brieven sturen',
  subtitle: ({ payer }) => payer.name,
  version: ({ block: found }) => found?.version ?? 1,
  actions: ({ block: found, key }) =>
    found
      ? [{ area: remindersArea, right: 'change', label: 'Weer brieven sturen', icon: 'player-play', kind: 'post', url: `${HOME}/unblock/${key}` }] // prettier-ignore
      : [],
  save: async ({ trx, params, form: { version: seen, ...input } }) => {
    await getPayer(trx, params.customer, today())
    const id = await block(trx, buyersOf(params.customer), seen, input)
    return { changed, flash: { str: 'De klant krijgt geen brieven', type: 'success' }, body: { id } }
  },
  example: (story) => ({ params: linde(story), form: { reason: 'payment', blocked_until: '' }, foreign: null }),
})

export const blockEnd = action({
  ...access,
  right: 'change',
  path: `${HOME}/unblock/:customer(word)`,
  save: async ({ trx, params }) => {
    await unblock(trx, buyersOf(params.customer))
    return { changed, flash: { str: 'De klant krijgt weer brieven', type: 'success' }, close: true }
  },
  example: (story) => ({ params: { customer: `company-${story.companies.twente}` }, foreign: null }),
})

/** What is ready for it was given to who collects it. */
export const collection = formPopup({
  ...access,
  right: 'change',
  path: `${HOME}/collection/:customer(word)`,
  home: HOME,
  size: 'small',
  view: 'administration/reminders/collection',
  form: z.object({ note: longText(500).refine((text) => text !== '', 'Vul in aan wie de vordering is overgedragen.') }),
  load: async ({ db, params }) => {
    const payer = await getPayer(db, params.customer, today())
    const { toCollect } = await planReminders(db, [buyersOf(params.customer)])
    const items = toCollect.find((one) => one.payer.key === payer.key)?.items ?? []
    return {
      payer,
      items: items.map((item) => ({ ...shownItem(item, today()), sum: formatMoney(claimed([item])) })),
      sum: formatMoney(claimed(items)),
      isMore: claimed(items) !== sumOf(items),
    }
  },
  title: 'Overdragen aan incasso',
  subtitle: ({ payer }) => payer.name,
  refusal: ({ items }) => (items.length === 0 ? 'Er is niets om over te dragen.' : undefined),
  submits: [{ label: 'Overgedragen' }],
  save: async ({ trx, params, form }) => {
    const id = await handOver(trx, params.customer, buyersOf(params.customer), form.note)
    return { changed, flash: { str: 'Vordering overgedragen', type: 'success' }, body: { id } }
  },
  example: (story) => ({
    params: { customer: `company-${story.companies.kuipers}` },
    form: { note: 'Incassobureau Noord' },
    foreign: null,
  }),
})

const TABS = {
  company: { path: '/company/:id/reminders', popup: '/company/view/:id?item=reminders' },
  contact: { path: '/contact/:id/reminders', popup: '/contact/view/:id?item=reminders' },
} as const

/** What a customer has open and which letters it got: a tab of its popup. */
const remindersTab = (whose: 'company' | 'contact') =>
  fragment({
    area: remindersArea,
    record: whose,
    right: 'view',
    path: TABS[whose].path,
    pageAddress: TABS[whose].popup,
    view: 'administration/reminders/tab',
    load: async ({ db, params, viewer }) => {
      const key = `${whose}-${params.id}`
      const buyers = buyersOf(key)
      const day = today()
      const items = await openOf(db as Trx, buyers, day)
      const found = await findBlock(db as Trx, buyers)
      const holds = found && (found.blocked_until === null || found.blocked_until >= day)
      return {
        key,
        changes: may(viewer, remindersArea, 'change'),
        items: items.map((item) => shownItem(item, day)),
        ...sumsOf(items),
        block: holds
          ? [BLOCK_REASONS[found.reason as keyof typeof BLOCK_REASONS], found.blocked_until && `tot en met ${formatDate(found.blocked_until)}`, found.note].filter(Boolean).join(', ') // prettier-ignore
          : null,
        letters: (await listLetters(db, buyers)).map(letterLine),
      }
    },
    example: (story) => ({ params: { id: whose === 'company' ? story.companies.deLinde : story.privateCustomer } }),
  })

export const companyReminders = remindersTab('company')
export const contactReminders = remindersTab('contact')
