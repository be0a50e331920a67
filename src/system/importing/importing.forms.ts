import * as z from 'zod'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'
import { MOST_LINES } from '../../platform/files/list-rows.rules.ts'
import { MAX_ID, checkbox, id, optionalText } from '../../platform/forms/fields.ts'
import { ROWS_PER_REQUEST } from './importing.contract.ts'
import { OUTCOMES } from './judging.rules.ts'
import { LONGEST_CELL, type ListedRow } from './list.rules.ts'

const table = z.string('Kies wat u importeert.').max(40)
export const ofTarget = z.object({ table: table.catch('') })
export const ofImport = z.object({ id })

/** Half a letter, such as an emoji that was cut in two, is nothing that the database stores. */
const wholeText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed())
const row = z.object({
  line: z.number().int().min(1).max(MAX_ID),
  cells: z.record(wholeText(40), wholeText(LONGEST_CELL)),
})

const NO_ROWS = 'Deze regels zijn niet te lezen.'
const rows = z.string(NO_ROWS).transform((text, ctx): ListedRow[] => {
  try {
    return z.array(row).min(1).max(ROWS_PER_REQUEST).parse(JSON.parse(text))
  } catch {
    ctx.addIssue({ code: 'custom', message: NO_ROWS })
    return z.NEVER
  }
})

const parsed = <T>(schema: z.ZodType<T>, empty: T) =>
  z
    .string()
    .max(200_000)
    .default('')
    .transform((text, ctx): T => {
      try {
        return text === '' ? empty : schema.parse(JSON.parse(text))
      } catch {
        ctx.addIssue({ code: 'custom', message: NO_ROWS })
        return z.NEVER
      }
    })
/** Added, passed over, or the id of the record that it is. */
const choices = parsed(z.record(z.string().regex(/^\d{1,9}$/), z.union([z.enum(['new', 'skip']), z.number().int().min(1).max(MAX_ID)])), {}) // prettier-ignore
const columns = parsed(z.array(z.string().max(40)).max(50), [])

/** A batch of the rows of a list. */
export const BatchForm = z.object({
  table,
  /** Of this import, whichever batch it is and however often it comes. */
  key: z.uuid(),
  file_names: optionalText(200),
  import_data: rows,
  total: z.coerce.number<string>().int().min(1).max(MOST_LINES),
  /** The counts of the proof, which are to be those of the import. */
  expected: z.string().regex(/^\d+(-\d+){4}$/),
  /** Rows in doubt are added too, unless it was chosen otherwise. */
  doubts: checkbox,
  /** By the line of a row in doubt what becomes of it. */
  choices,
  /** The headings of the list, and as what its columns were taken. */
  source: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .or(z.literal(''))
    .default(''),
  columns,
})
export type Batch = z.output<typeof BatchForm>

/** A list that comes as a file. */
export const LongForm = z.object({
  file: z.custom<ReceivedFile>((file) => file !== undefined, 'Kies een CSV-bestand.'),
  source: BatchForm.shape.source,
  columns,
})

/** What becomes of one of its rows in doubt; '' for what becomes of the others. */
export const ChoiceForm = z.object({
  id,
  line: id,
  choice: z.string().regex(/^(new|skip|\d{1,10})?$/),
})

/** Has it stored as it was shown. */
export const StoreForm = z.object({ id, expected: BatchForm.shape.expected, doubts: checkbox })

const page = z.coerce.number<string>().int().min(1).max(MAX_ID).catch(1)

/** Which of its rows are shown. */
export const ofLong = z.object({
  id: id.catch(0),
  outcome: z.enum(OUTCOMES).or(z.literal('')).catch(''),
  page: page.default(1),
})
