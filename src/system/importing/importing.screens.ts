import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { MOST_BYTES, MOST_LINES } from '../../platform/files/list-rows.rules.ts'
import { listRows } from '../../platform/files/list-rows.ts'
import { formatCount, formatDate, formatDateTime } from '../../platform/format/format.ts'
import { wallClock } from '../../platform/format/zone.ts'
import { action, file, json } from '../../platform/screens/call/calls.ts'
import { preview } from '../../platform/screens/form/preview.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { IMPORT_FAILED } from './importing.contract.ts'
import { IMPORT_UNDO_DAYS, takeBatch } from './importing.commands.ts'
import { BatchForm, ofImport, ofTarget } from './importing.forms.ts'
import { countOutcomes, findColumns, getImport, listImports, listOutcomes, planRows } from './importing.queries.ts'
import { type Judged, type Outcome, countsOf, countsText } from './judging.rules.ts'
import { type ListColumn, readRows } from './list.rules.ts'
import { importArea } from './rights.ts'
import { importTargets, targetOf } from './points.ts'
import { type Target, columnLabel } from './types.ts'

const access = { area: importArea } as const
const MOST_SHOWN = 500

export const importWizard = popup({
  ...access,
  right: 'change',
  path: '/import/wizard',
  query: ofTarget,
  home: '/',
  size: 'xlarge',
  view: 'system/importing/wizard',
  load: async ({ db, query: { table }, services: { registry } }) => {
    const target = targetOf(registry, table)
    const earlier = await listImports(db, target.name)
    return {
      kinds: registry.all(importTargets).map(({ name, label }) => ({ name, label: label.many, isOwn: name === target.name })), // prettier-ignore
      earlier: earlier.map((one) => ({ ...one, when: formatDateTime(one.done_at), until: formatDate(one.until && wallClock(one.until).day), undone: formatDateTime(one.undone_at) })), // prettier-ignore
      many: target.label.many,
      table: target.name,
      columns: target.headings.map(([column]) => columnLabel(target, column)),
      most: MOST_LINES,
      failText: IMPORT_FAILED,
      previewUrl: `/import/preview?table=${target.name}`,
    }
  },
  title: ({ many }) => `${many[0]!.toUpperCase()}${many.slice(1)} importeren`,
  example: () => ({ query: { table: 'companies' } }),
})

const WORDS: Record<Outcome, string> = {
  new: 'Nieuw',
  changed: 'Bijgewerkt',
  same: 'Blijft gelijk',
  doubt: 'Twijfel',
  refused: 'Gaat niet mee',
}
const ORDER: Outcome[] = ['doubt', 'refused', 'changed', 'new', 'same']

/** What changes, field by field; of what is chosen its label alone. */
const changesText = ({ fields }: Target, { changes, stored }: Pick<Judged, 'changes' | 'stored'>): string =>
  Object.entries(changes)
    .map(([field, value]) => {
      const { label = field, kind, record, options } = fields[field] ?? {}
      if (record !== undefined || options !== undefined) return label
      const told = (one: unknown) => {
        if (typeof one === 'number') return String(one)
        return typeof one !== 'string' ? '' : kind === 'date' ? formatDate(one) : one
      }
      return `${label}: ${[told(stored[field]), told(value)].filter(Boolean).join(' → ')}`
    })
    .join(', ')

const NOTHING = { judged: [], rows: '[]', counts: null, refusal: null as string | null, columns: [] as ListColumn[], source: '' } // prettier-ignore

const sourceOf = (head: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(head.map((cell) => cell.toLowerCase()))).digest('hex') // prettier-ignore

/** As what somebody takes the columns of this list; null where nothing was said of one with these headings. */
function chosenColumns(fields: Record<string, unknown>, source: string, count: number): string[] | null {
  if (fields.source !== source) return null
  return Array.from({ length: count }, (_, at) => (typeof fields[`column_${at}`] === 'string' ? (fields[`column_${at}`] as string) : '')) // prettier-ignore
}

/** What would come of a list: the counts are those of the import. */
export const importPreview = preview({
  ...access,
  right: 'change',
  path: '/import/preview',
  query: ofTarget,
  file: { field: 'file', maxBytes: MOST_BYTES },
  form: z.object({ list: z.string().max(MOST_BYTES).default('') }),
  view: 'system/importing/preview',
  load: async ({ db, services: { registry }, query: { table }, form, fields, file: sent, gone }) => {
    const target = targetOf(registry, table)
    const previewUrl = `/import/preview?table=${target.name}`
    const options = [{ value: '', label: 'Overslaan' }, ...target.headings.map(([value]) => ({ value, label: columnLabel(target, value) }))] // prettier-ignore
    const shown = { words: WORDS, label: target.label, table: target.name, key: randomUUID(), options, previewUrl, expected: '' } // prettier-ignore
    if (!sent && form.list.trim() === '') return { ...shown, ...NOTHING }
    const list = await listRows(sent ? { bytes: sent.bytes } : { text: form.list }, gone)
    const source = sourceOf(list[0] ?? [])
    const chosen = chosenColumns(fields, source, list[0]?.length ?? 0) ?? (await findColumns(db, target.name, source))
    const { rows, columns } = readRows(list, target.headings, chosen)
    const needed = columnLabel(target, target.needed)
    if (!columns.some(({ column }) => column === target.needed)) return { ...shown, ...NOTHING, columns, source, refusal: `Deze lijst heeft geen kolom ${needed}. Zet boven elke kolom wat erin staat, of kies hieronder wat zij is.` } // prettier-ignore
    const judged = await planRows(db, registry, target, rows)
    const sorted = judged
      .toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || a.line - b.line)
      .slice(0, MOST_SHOWN)
    const ids = sorted.flatMap(({ candidates }) => candidates.map(({ id }) => id))
    const names = ids.length === 0 ? undefined : await registry.record(target.record).names?.(db, ids)
    return {
      ...{ ...shown, columns, source, refusal: null },
      counts: countsOf(judged),
      expected: countsText(countsOf(judged)),
      rows: JSON.stringify(rows),
      judged: sorted.map((one) => shownRow(target, one, names)),
    }
  },
  example: () => ({ query: { table: 'companies' }, form: { list: 'Naam;Plaats\nKade B.V.;Zwolle' } }),
})

const shownRow = (target: Target, one: Judged, names: Map<number, string> | undefined) => ({
  ...{ line: one.line, name: one.name, outcome: one.outcome },
  why: one.outcome === 'changed' ? changesText(target, one) : one.why,
  uses: one.candidates
    .filter(({ guard }) => guard === null)
    .map((known) => ({
      id: known.id,
      label: `Gebruik ${[names?.get(known.id), known.id].filter(Boolean).join(', ')}`,
      changes: changesText(target, known),
    })),
})

/** A batch of rows; the last one does the import. */
export const importBatch = action({
  ...access,
  right: 'change',
  path: '/import/wizard',
  form: BatchForm,
  save: async ({ trx, viewer, services, form }) => {
    const { record, label } = targetOf(services.registry, form.table)
    const body = await takeBatch({ trx, viewer, services }, form)
    if (!body.done) return { body }
    const counts = await countOutcomes(trx, body.id)
    const added = counts.new + counts.taken
    const rest = counts.count - added - counts.changed
    return {
      body: { ...body, ...counts },
      changed: [{ type: record, id: 0 }],
      undoDays: IMPORT_UNDO_DAYS,
      flash: {
        str: `${formatCount(added + counts.changed, label.one, label.many)} geïmporteerd: ${added} nieuw, ${counts.changed} bijgewerkt, ${rest} overgeslagen`,
        type: 'success',
      },
    }
  },
  example: () => ({
    form: {
      ...{ table: 'companies', key: randomUUID(), file_names: 'klanten.csv', total: 1, expected: '1-0-0-0-0' },
      import_data: JSON.stringify([{ line: 2, cells: { name: 'Kade Noord B.V.', city: 'Zwolle' } }]),
    },
  }),
})

/** The fields that an import takes. */
export const importFields = json({
  ...access,
  right: 'view',
  path: '/import/getFields',
  query: ofTarget,
  answer: async ({ query: { table }, services: { registry } }) => {
    const target = targetOf(registry, table)
    return Promise.resolve({
      data: target.headings.map(([name]) => ({ name, label: columnLabel(target, name), required: name === target.needed })), // prettier-ignore
    })
  },
  example: () => ({ query: { table: 'contacts' } }),
})

export const importOutcomeCount = json({
  ...access,
  right: 'view',
  path: '/import/getLogCount',
  query: z.object({ id: ofImport.shape.id.catch(0) }),
  answer: ({ db, query }) => countOutcomes(db, query.id),
  example: () => ({ query: { id: '1' } }),
})

/** What became of each row, as a file. */
export const importOutcomes = file({
  ...access,
  right: 'view',
  path: '/import/getLogFile',
  query: z.object({ id: ofImport.shape.id.catch(0) }),
  open: async ({ db, query }) => {
    const found = await getImport(db, query.id)
    if (!found) throw new NotFound('Import')
    const lines = (await listOutcomes(db, query.id)).map(({ line, outcome, why, record_id }) => [line, WORDS[outcome], why, record_id ?? '']) // prettier-ignore
    const text = stringify([['Regel', 'Uitslag', 'Waarom', 'Nummer'], ...lines], { delimiter: ';', bom: true, escape_formulas: true, record_delimiter: 'windows' }) // prettier-ignore
    return { name: `importlogboek-${query.id}.csv`, mimeType: 'text/csv', content: Readable.from([text]) }
  },
  example: () => ({ query: { id: '1' } }),
})
