import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import {
  numberFilter,
  periodFilter,
  selectFilter,
  textFilter,
  yesNoFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { besideText } from '../../sales/claims/index.ts'
import { AcceptForm, ChooseForm, IgnoreForm } from './bank.forms.ts'
import { entryColumns } from './bank.columns.ts'
import { entryFields } from './bank.fields.ts'
import { entryGroups } from './bank.groups.ts'
import { TO_INVOICE } from './labels.ts'
import type { Proposal } from './matching/types.ts'
import { findPayout } from './matching/payouts.queries.ts'
import { getEntry, listEntries, listMatches } from './bank.queries.ts'
import { CONFIDENCES, ENTRY_STATES, type EntryState, accountShown, paysBeside, proposedLines } from './bank.rules.ts'
import { addSkip } from './skips.commands.ts'
import { sideOf, skipText } from './skips.rules.ts'
import { acceptEntry, bookOnInvoices, setIgnored, unmatchEntry } from './entries.commands.ts'
import { changedOf, hrefOf, keyOf, oldKey } from './matching/keys.rules.ts'
import { bankArea } from './rights.ts'

const HOME = '/administration/bank/entries'
const access = { area: bankArea, record: 'bank_entry' } as const
const change = { area: bankArea, right: 'change' } as const

/** All that banks told, the latest first. */
export const entryTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Bankregels',
  query: (db) => listEntries(db),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`bank_entries.search_text`, table: 'bank_entries' }),
    state: selectFilter(
      entryFields.state.label,
      Object.entries(ENTRY_STATES).map(([value, { label }]) => ({ value, label })),
      (state) => sql<SqlBool>`bank_entries.state = ${state}`,
    ),
    open: yesNoFilter('Nog te doen', sql<SqlBool>`bank_entries.state in ('todo', 'proposed')`),
    statement_id: numberFilter('Bankafschrift', (ids) => sql<SqlBool>`bank_entries.statement_id in (${sql.join(ids)})`),
    booked_on: periodFilter(entryFields.booked_on.label, { column: sql`bank_entries.booked_on`, type: 'date' }),
  },
  views: [{ key: 'open', name: 'Te verwerken', query: 'open=yes' }],
  sorts: {
    booked_on: { by: [sql`bank_entries.booked_on`], type: 'date' },
    amount: { by: [sql`bank_entries.amount`], type: 'bigint' },
  },
  defaultSort: '-booked_on',
  groups: entryGroups,
  moreColumns: entryColumns,
  columns: [
    { field: 'counter_name', kind: 'main', cell: (entry) => entry.counter_name ?? 'Onbekend' },
    { field: 'booked_on', sort: 'booked_on', cell: (entry) => formatDate(entry.booked_on) },
    { field: 'counter_iban', cell: (entry) => (entry.counter_iban === null ? null : accountShown(entry.counter_iban)) },
    { field: 'description', cell: (entry) => entry.description },
    { field: 'state', cell: (entry) => ({ status: ENTRY_STATES[entry.state] }) },
    { field: 'reason', cell: (entry) => entry.reason },
    { field: 'amount', kind: 'num', sort: 'amount', cell: (entry) => formatMoney(entry.amount) },
  ],
  open: (entry) => `/administration/bank/entry/${entry.id}`,
  empty: { icon: 'building-bank', title: 'Nog geen bankregels', text: 'Lees een afschrift in bij Bank.' },
  example: () => ({ foreign: null }),
})

/** The payout that an entry is, or seems to be. */
const payoutOf = (proposal: Proposal | null, matches: Awaited<ReturnType<typeof listMatches>>): string | null =>
  matches.find(({ kind }) => kind === 'payout')?.note ?? (proposal?.kind === 'payout' ? proposal.payout : null)

const isOpen = (state: EntryState) => state === 'todo' || state === 'proposed'

/** An entry: what the bank told, and what it pays. */
export const entryView = popup({
  ...access,
  right: 'view',
  path: '/administration/bank/entry/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const entry = await getEntry(db, params.id)
    const matches = await listMatches(db, params.id)
    const payout = await findPayout(db, payoutOf(entry.proposal, matches))
    return {
      entry,
      payout,
      matches: matches.map((match) => {
        const key = keyOf(match)
        return {
          ...match,
          sum: formatMoney(match.amount),
          beside: besideText(match),
          href: key === null ? null : hrefOf(key),
        }
      }),
      lines: entry.state === 'proposed' ? proposedLines(entry.proposal) : [],
      sum: formatMoney(entry.amount),
      account: accountShown(entry.account),
      iban: entry.counter_iban === null ? null : accountShown(entry.counter_iban),
      sure: entry.confidence === null || entry.state === 'booked' ? null : CONFIDENCES[entry.confidence],
    }
  },
  title: ({ entry, sum }) => `${sum} ${entry.amount < 0 ? 'aan' : 'van'} ${entry.counter_name ?? 'onbekend'}`,
  subtitle: ({ entry }) => formatDate(entry.booked_on),
  status: ({ entry }) => ENTRY_STATES[entry.state],
  nextSteps: ({ entry }) => [
    ...(entry.state === 'proposed'
      ? [{ ...change, label: 'Accepteren', icon: 'check', kind: 'post' as const, url: `/administration/bank/accept/${entry.id}`, fields: { version: String(entry.version) }, next: true }] // prettier-ignore
      : []),
    ...(entry.state === 'proposed' && paysBeside(entry.proposal)
      ? [{ ...change, label: TO_INVOICE, icon: 'receipt-euro', kind: 'post' as const, url: `/administration/bank/accept/${entry.id}`, fields: { version: String(entry.version), division: 'principal' } }] // prettier-ignore
      : []),
    ...(isOpen(entry.state)
      ? [{ ...change, label: 'Facturen kiezen', icon: 'link', kind: 'popup' as const, url: `/administration/bank/choose/${entry.id}`, next: entry.state === 'todo' }] // prettier-ignore
      : []),
  ],
  actions: ({ entry }) => [
    ...(isOpen(entry.state)
      ? [{ ...change, label: 'Overslaan', icon: 'player-skip-forward', kind: 'popup' as const, url: `/administration/bank/ignore/${entry.id}` }] // prettier-ignore
      : []),
    ...(entry.state === 'booked'
      ? [{ ...change, label: 'Koppeling ongedaan maken', icon: 'unlink', kind: 'post' as const, url: `/administration/bank/unmatch/${entry.id}`, confirm: 'Weet u zeker dat u deze koppeling ongedaan wilt maken? De facturen staan daarna weer open.' }] // prettier-ignore
      : []),
    ...(entry.state === 'ignored'
      ? [{ ...change, label: 'Toch verwerken', icon: 'arrow-back-up', kind: 'post' as const, url: `/administration/bank/resume/${entry.id}` }] // prettier-ignore
      : []),
  ],
  footnote: ({ entry }) => `Laatst gewijzigd op ${formatDateTime(entry.updated_at)}`,
  view: 'administration/bank/entry',
  example: (story) => ({ params: { id: story.bank.proposed }, foreign: null }),
})

const own = { ...access, right: 'change' } as const

/** Books what was proposed, as it was shown. */
export const entryAccept = action({
  ...own,
  path: '/administration/bank/accept/:id',
  form: AcceptForm,
  save: async ({ trx, params, form }) => {
    const invoices = await acceptEntry(trx, params.id, form.version ?? null, form.division)
    const { state } = await getEntry(trx, params.id)
    return {
      changed: [{ type: 'bank_entry', id: params.id }, ...changedOf(invoices)],
      flash:
        state === 'booked'
          ? { str: 'Bankregel geboekt', type: 'success' }
          : { str: 'De factuur staat er intussen anders voor. Het voorstel is vernieuwd, kijk het opnieuw na.', type: 'error' }, // prettier-ignore
      body: { state },
    }
  },
  example: (story) => ({ params: { id: story.bank.proposed }, foreign: null }),
})

/** Books an entry on invoices that somebody chooses. */
export const entryChoose = formPopup({
  ...own,
  path: '/administration/bank/choose/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const entry = await getEntry(db, params.id)
    return { entry, sum: formatMoney(entry.amount), isOut: entry.amount < 0, toInvoice: TO_INVOICE }
  },
  title: 'Facturen kiezen',
  subtitle: ({ entry, sum }) => `${sum}, ${entry.counter_name ?? 'onbekend'}`,
  refusal: ({ entry }) => (entry.state === 'booked' ? 'Deze bankregel is al geboekt.' : undefined),
  view: 'administration/bank/choose',
  form: ChooseForm,
  formRecords: { invoice_ids: 'invoice', opening_item_ids: 'opening_item' },
  submits: [{ label: 'Boeken' }],
  save: async ({ trx, params, form }) => {
    const keys = [...form.invoice_ids, ...form.opening_item_ids.map(oldKey)]
    await bookOnInvoices(trx, params.id, keys, form.principal_only ? 'principal' : 'law')
    return {
      changed: [{ type: 'bank_entry', id: params.id }, ...changedOf(keys)],
      flash: { str: 'Bankregel geboekt', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.bank.todo },
    form: { invoice_ids: [story.invoices.definitive] },
    foreign: null,
  }),
})

/** The account and side by which entries like one can always be skipped; null where the bank told no account. */
const skipOf = ({ counter_iban, amount }: Pick<Awaited<ReturnType<typeof getEntry>>, 'counter_iban' | 'amount'>) =>
  counter_iban === null || /\s/.test(counter_iban) ? null : { iban: counter_iban, side: sideOf(amount) }

/** Says that an entry is no payment of a customer. */
export const entryIgnore = formPopup({
  ...own,
  path: '/administration/bank/ignore/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const entry = await getEntry(db, params.id)
    const skip = skipOf(entry)
    return { entry, always: skip && skipText(skip) }
  },
  title: 'Bankregel overslaan',
  subtitle: ({ entry }) => entry.counter_name,
  refusal: ({ entry }) => (entry.state === 'booked' ? 'Deze bankregel is al geboekt.' : undefined),
  view: 'administration/bank/ignore',
  form: IgnoreForm,
  submits: [{ label: 'Overslaan' }],
  save: async ({ trx, params, form }) => {
    const { reason } = form
    await setIgnored(trx, params.id, true, reason!)
    const skip = form.always ? skipOf(await getEntry(trx, params.id)) : null
    const setting = skip && (await addSkip(trx, { ...skip, reason: reason! }))
    return {
      changed: [{ type: 'bank_entry', id: params.id }, ...(setting === null ? [] : [{ type: 'setting', id: setting }])],
      flash: { str: 'Bankregel overgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.bank.todo }, form: { reason: 'Spaarrente' }, foreign: null }),
})

/** An entry that was skipped waits again. */
export const entryResume = action({
  ...own,
  path: '/administration/bank/resume/:id',
  form: z.object({}),
  save: async ({ trx, params }) => {
    await setIgnored(trx, params.id, false)
    return {
      changed: [{ type: 'bank_entry', id: params.id }],
      flash: { str: 'Bankregel staat weer bij wat te doen is', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.bank.ignored }, foreign: null }),
})

/** A match that was none: the invoices are open again. */
export const entryUnmatch = action({
  ...own,
  noUndo: 'has an undo of its own',
  path: '/administration/bank/unmatch/:id',
  form: z.object({}),
  save: async ({ trx, params }) => {
    const invoices = await unmatchEntry(trx, params.id)
    return {
      changed: [{ type: 'bank_entry', id: params.id }, ...changedOf(invoices)],
      flash: { str: 'Koppeling ongedaan gemaakt', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.bank.booked }, foreign: null }),
})
