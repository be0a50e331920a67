import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { formatCount, formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { ReceivedFile } from '../../../platform/http/receive-file.ts'
import { file, fragment } from '../../../platform/screens/call/calls.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { page } from '../../../platform/screens/page.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { periodFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { statementColumns } from './bank.columns.ts'
import { statementFields } from './bank.fields.ts'
import { UploadForm } from './bank.forms.ts'
import { statementGroups } from './bank.groups.ts'
import {
  type Sure,
  countOpenEntries,
  listPlainEntries,
  getStatement,
  listOpenEntries,
  listStatements,
} from './bank.queries.ts'
import {
  CONFIDENCES,
  accountShown,
  gapOf,
  importedText,
  paysBeside,
  periodShown,
  proposedLines,
  statementSteps,
  statementTitle,
} from './bank.rules.ts'
import { deleteStatement } from './entries.commands.ts'
import { exampleLines } from './example.queries.ts'
import { exampleCamt } from './example.rules.ts'
import { importStatements, refuseStrangeAccounts } from './import.commands.ts'
import { TO_INVOICE } from './labels.ts'
import { MAX_FILE_BYTES } from './reading/limits.rules.ts'
import { readInThread } from './reading/reading-thread.ts'
import { bankArea } from './rights.ts'
import { type ReadStatement, StatementError } from './reading/types.ts'

export const HOME = '/administration/bank'
const access = { area: bankArea, record: 'bank_statement' } as const
const upload = { area: bankArea, right: 'change', label: 'Afschrift inlezen', icon: 'upload', kind: 'popup', url: `${HOME}/upload`, primary: true } as const // prettier-ignore

/** What was read of a file before the transaction, which it would keep waiting. */
const read = new WeakMap<ReceivedFile, ReadStatement[]>()

async function readFile({ files }: Services, file: ReceivedFile): Promise<ReadStatement[]> {
  const content = await files.open(file.key)
  try {
    return await readInThread(await buffer(content))
  } catch (error) {
    throw error instanceof StatementError ? new Invalid({ file: [error.message] }) : error
  }
}

/** Reads a file of a bank: every line of it is stored, or nothing is. */
export const statementUpload = formPopup({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/administration/bank/upload',
  home: HOME,
  size: 'small',
  title: 'Afschrift inlezen',
  view: 'administration/bank/upload',
  upload: () => Promise.resolve({ field: 'file', folder: 'bank', maxBytes: MAX_FILE_BYTES, kinds: [], unjudged: true }),
  form: UploadForm,
  submits: [{ label: 'Inlezen' }],
  noUndo: 'has an undo of its own',
  load: ({ services }) => ({ maxBytes: MAX_FILE_BYTES, tries: services.config.demo }),
  precheck: async ({ services, form: { file } }) => void read.set(file, await readFile(services, file)),
  save: async ({ trx, form: { file, accounts }, viewer, services }) => {
    await refuseStrangeAccounts(trx, read.get(file)!, accounts)
    const imported = await importStatements(trx, read.get(file)!, { fileName: file.name, by: viewer.id })
    // What a bank sent stands in the database; the file itself is of no use any more.
    await services.files.remove(file.key)
    const [only] = imported.ids
    return {
      changed: [
        ...imported.ids.map((id) => ({ type: 'bank_statement', id })),
        { type: 'bank_entry', id: 0 },
        ...(imported.booked > 0 ? [{ type: 'invoice', id: 0 }] : []),
      ],
      flash: { str: importedText(imported), type: only === undefined ? 'info' : 'success' },
      body: imported,
    }
  },
  example: () => ({ file: { name: 'afschrift.940', content: EXAMPLE } }),
})

const EXAMPLE = [
  ...[':20:P1', ':25:NL02ABNA0123456789EUR', ':28C:00001', ':60F:C260101EUR0,00'],
  ...[':61:2601020102C10,00NTRFNONREF//X1', ':86:/REMI/USTD//Voorbeeld/', ':62F:C260102EUR10,00', '-'],
].join('\n')

/** A statement to try with what is open now, for who looks at the demo. */
export const statementExample = file({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/administration/bank/example',
  open: async ({ db, services }) => {
    if (!services.config.demo) throw new NotFound('Voorbeeld')
    const xml = exampleCamt(await exampleLines(db), today())
    return { name: 'voorbeeldafschrift.xml', mimeType: 'application/xml', content: Readable.from([xml]) }
  },
  example: () => ({ foreign: null }),
})

const MOST_SHOWN = 100

/** What is shown of what waits: by how sure what is proposed for it is. */
const SURES: Readonly<Record<Sure, string>> = { sure: 'Zeker en waarschijnlijk', possible: CONFIDENCES.possible, none: 'Geen voorstel' } // prettier-ignore
const workQuery = z.object({ sure: z.enum(['sure', 'possible', 'none']).or(z.literal('')).catch('') })

/** What of the bank waits for somebody. */
export const bankPage = page({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/administration/bank',
  title: 'Bank',
  view: 'administration/bank/page',
  query: workQuery,
  load: ({ query: { sure } }) => ({ upload, sure }),
  example: () => ({ foreign: null }),
})

/** The entries that wait, with what each of them seems to pay. */
export const bankWork = fragment({
  area: bankArea,
  record: 'bank_entry',
  recordParam: null,
  right: 'view',
  path: '/administration/bank/work',
  pageAddress: HOME,
  query: workQuery,
  view: 'administration/bank/work',
  load: async ({ db, query: { sure } }) => {
    const [entries, counts, plain, { any }] = await Promise.all([
      listOpenEntries(db, { most: MOST_SHOWN, sure: sure || null }),
      countOpenEntries(db),
      listPlainEntries(db),
      db.selectNoFrom(sql<boolean>`exists (select from bank_statements)`.as('any')).executeTakeFirstOrThrow(),
    ])
    const all = counts.sure + counts.possible + counts.none
    const count = sure === '' ? all : counts[sure]
    return {
      any,
      count: formatCount(all, 'bankregel', 'bankregels'),
      plain: plain.length,
      sures: [['', 'Alles', all] as const, ...(Object.keys(SURES) as Sure[]).map((key) => [key, SURES[key], counts[key]] as const)].map(([key, label, of]) => ({ label, count: of, url: key === '' ? HOME : `${HOME}?sure=${key}`, isShown: key === sure })), // prettier-ignore
      more: count - entries.length,
      toInvoice: TO_INVOICE,
      entries: entries.map((entry) => ({
        ...entry,
        day: formatDate(entry.booked_on),
        sum: formatMoney(entry.amount),
        isOut: entry.amount < 0,
        iban: entry.counter_iban === null ? null : accountShown(entry.counter_iban),
        sure: entry.confidence === null ? null : CONFIDENCES[entry.confidence],
        lines: proposedLines(entry.proposal),
        paysBeside: paysBeside(entry.proposal),
      })),
    }
  },
  example: () => ({ foreign: null }),
})

export const statementTable = table({
  ...access,
  right: 'view',
  path: '/administration/bank/statements',
  title: 'Bankafschriften',
  query: (db) => listStatements(db),
  filters: {
    search: textFilter('Zoeken', {
      text: sql<string>`normalise(bank_statements.account || ' ' || bank_statements.number)`,
    }),
    to_on: periodFilter(statementFields.to_on.label, { column: sql`bank_statements.to_on`, type: 'date' }),
  },
  sorts: { to_on: { by: [sql`bank_statements.to_on`], type: 'date' } },
  defaultSort: '-to_on',
  groups: statementGroups,
  moreColumns: statementColumns,
  columns: [
    { field: 'number', kind: 'main', cell: ({ number }) => number },
    { field: 'account', cell: ({ account }) => accountShown(account) },
    { field: 'to_on', sort: 'to_on', cell: (row) => periodShown(row) },
    { field: 'opening', kind: 'num', cell: ({ opening }) => formatMoney(opening) },
    { field: 'closing', kind: 'num', cell: ({ closing }) => formatMoney(closing) },
    { label: 'Regels', key: 'entries', kind: 'num', cell: ({ entries }) => entries },
    { label: 'Te verwerken', key: 'open', kind: 'num', cell: ({ open }) => (open === 0 ? { text: '–', muted: true } : open) }, // prettier-ignore
    { label: 'Aansluiting', key: 'gap', cell: (row) => (gapOf(row) === null ? { text: 'Sluit aan', muted: true } : { text: 'Ontbreekt', tone: 'danger' }) }, // prettier-ignore
  ],
  open: ({ id }) => `/administration/bank/statement/${id}`,
  add: upload,
  empty: {
    icon: 'building-bank',
    title: 'Nog geen afschriften',
    text: 'Download bij uw bank een CAMT.053- of MT940-bestand en lees het hier in. Betalingen vinden hun factuur dan zelf.',
  },
  example: () => ({ foreign: null }),
})

export const statementView = popup({
  ...access,
  right: 'view',
  path: '/administration/bank/statement/:id',
  home: '/administration/bank/statements',
  size: 'full',
  load: async ({ db, params }) => {
    const statement = await getStatement(db, params.id)
    return { statement, account: accountShown(statement.account) }
  },
  title: ({ statement }) => statementTitle(statement),
  subtitle: ({ statement }) => periodShown(statement),
  status: ({ statement: { open } }) =>
    open === 0 ? { label: 'Verwerkt', css: 'st-confirmed' } : { label: `${open} te verwerken`, css: 'st-option' },
  nextSteps: ({ statement }) => statementSteps(statement),
  options: ({ statement }) => [
    deleteOption('/administration/bank/statement/delete', { type: 'bank_statement', id: statement.id }, bankArea),
  ],
  footnote: ({ statement }) => `Ingelezen op ${formatDateTime(statement.created_at)} uit ${statement.file_name}`,
  layout: 'menu',
  parts: [
    {
      key: 'entries',
      label: 'Regels',
      icon: 'list-details',
      url: ({ statement }) => `/administration/bank/entries?embed=1&statement_id=${statement.id}`,
      count: ({ statement }) => statement.entries,
    },
    { key: 'details', label: 'Gegevens', icon: 'building-bank', view: 'administration/bank/statement' },
  ],
  example: (story) => ({ params: { id: story.bank.statement }, foreign: null }),
})

export const statementDelete = deletion({
  ...access,
  path: '/administration/bank/statement/delete',
  flash: 'Bankafschrift verwijderd',
  remove: deleteStatement,
  example: (story) => ({ form: { id: story.bank.empty }, foreign: null }),
})
