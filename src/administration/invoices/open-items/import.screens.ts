import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { MOST_BYTES, MOST_LINES } from '../../../platform/files/list-rows.rules.ts'
import { listRows } from '../../../platform/files/list-rows.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import { MAX_ID } from '../../../platform/forms/fields.ts'
import { isoDate } from '../../../platform/forms/iso-date.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { type JudgedItem, planImport } from './import.plan.ts'
import { addOpeningItems } from './opening-items.commands.ts'
import { COLUMN_NAMES, type ListedItem, MOST_CENTS, readItems } from './opening-list.rules.ts'
import { openItemsArea } from './rights.ts'

const PATH = '/administration/opening-items/import'
const access = { area: openItemsArea, record: 'opening_item', recordParam: null, right: 'change' } as const

const day = isoDate.nullable()
const cents = z.number().int().min(-MOST_CENTS).max(MOST_CENTS).nullable()

const NO_LIST = 'Kies eerst een lijst.'
/** The lines that were shown, as the browser sends them back; each is judged again. */
const lines = z
  .string(NO_LIST)
  .max(1_000_000)
  .transform((text, ctx): ListedItem[] => {
    try {
      return z
        .array(
          z.object({
            line: z.number().int().min(1).max(MAX_ID),
            client_id: z.number().int().min(0).max(MAX_ID).nullable(),
            number: z.string().max(40),
            invoice_date: day,
            expires_at: day,
            total: cents,
            opening: cents,
          }),
        ) // prettier-ignore
        .max(MOST_LINES)
        .parse(JSON.parse(text))
    } catch {
      ctx.addIssue({ code: 'custom', message: NO_LIST })
      return z.NEVER
    }
  })

const shownLine = ({ item, customer, problem }: JudgedItem) => ({
  line: item.line,
  problem,
  customer,
  number: item.number,
  invoice_date: formatDate(item.invoice_date),
  expires_at: formatDate(item.expires_at),
  total: item.total === null ? '' : formatMoney(item.total),
  opening: item.opening === null ? '' : formatMoney(item.opening),
})

/** What would come of a list that was pasted or chosen: every line, and what keeps one from being taken. */
export const openingImportPreview = preview({
  ...access,
  path: `${PATH}/preview`,
  file: { field: 'file', maxBytes: MOST_BYTES },
  form: z.object({ list: z.string().max(MOST_BYTES).default('') }),
  view: 'administration/open-items/import-preview',
  load: async ({ db, form, file, gone }) => {
    const input = file ? { bytes: file.bytes } : { text: form.list }
    if ('text' in input && input.text.trim() === '')
      return { rows: [], lines: '', wrong: 0, sum: '', names: COLUMN_NAMES }
    const judged = await planImport(db, readItems(await listRows(input, gone)))
    const good = judged.filter(({ input: one }) => one !== null)
    return {
      rows: judged.map(shownLine),
      lines: JSON.stringify(judged.map(({ item }) => item)),
      wrong: judged.length - good.length,
      sum: formatMoney(good.reduce((sum, { item }) => sum + (item.opening ?? 0), 0)),
      names: COLUMN_NAMES,
    }
  },
  example: () => ({
    form: { list: 'Debiteurnummer;Factuurnummer;Factuurdatum;Vervaldatum;Totaal;Openstaand' },
    foreign: null,
  }),
})

/** Takes a list of what was open in the system before this one, all of it or nothing. */
export const openingImport = formPopup({
  ...access,
  path: PATH,
  home: '/administration/opening-items',
  size: 'large',
  title: 'Lijst van het oude systeem inlezen',
  view: 'administration/open-items/import',
  form: z.object({ lines }),
  load: () => ({ names: Object.values(COLUMN_NAMES), previewUrl: `${PATH}/preview` }),
  submits: [{ label: 'Inlezen' }],
  save: async ({ trx, form }) => {
    if (form.lines.length === 0) throw new Invalid({ _form: ['Kies eerst een lijst.'] })
    const judged = await planImport(trx, form.lines)
    const wrong = judged.find(({ problem }) => problem !== null)
    if (wrong) throw new Invalid({ _form: [`Regel ${wrong.item.line}: ${wrong.problem}`] })
    const ids = await addOpeningItems(
      trx,
      judged.map(({ input }) => input!),
    )
    return {
      changed: [{ type: 'opening_item', id: 0 }],
      flash: { str: `${formatCount(ids.length, 'factuur', 'facturen')} ingelezen`, type: 'success' },
      body: { ids },
    }
  },
  example: (story) => ({
    form: {
      lines: JSON.stringify([
        { line: 2, client_id: story.customerNumber, number: '2024-1', invoice_date: '2024-01-02', expires_at: '2024-02-01', total: 12_100, opening: 12_100 }, // prettier-ignore
      ]),
    },
    foreign: null,
  }),
})
