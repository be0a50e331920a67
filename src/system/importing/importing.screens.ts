import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/database/types.ts'
import { csvText } from '../../platform/export/export.ts'
import { LONGEST_BYTES, LONGEST_LINES, MOST_BYTES, MOST_LINES } from '../../platform/files/list-rows.rules.ts'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { wallClock } from '../../platform/format/zone.ts'
import { action, file, json } from '../../platform/screens/call/calls.ts'
import { preview } from '../../platform/screens/form/preview.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { IMPORT_FAILED } from './importing.contract.ts'
import { IMPORT_UNDO_DAYS, takeBatch } from './importing.commands.ts'
import { BatchForm, ofImport, ofTarget } from './importing.forms.ts'
import { countOutcomes, findColumns, getImport, listImports, outcomesInParts, planRows } from './importing.queries.ts'
import { countsOf, countsText } from './judging.rules.ts'
import { type ListColumn, chosenColumns, readRows, sourceOf } from './list.rules.ts'
import { FOLDER } from './long.commands.ts'
import { readList } from './sent-list.ts'
import { importArea } from './rights.ts'
import { importTargets, targetOf } from './points.ts'
import { ORDER, WORDS, shownRow } from './shown.rules.ts'
import { columnLabel, importedText, withoutNeeded } from './types.ts'

const access = { area: importArea } as const
const MOST_SHOWN = 500

export const importWizard = popup({
  ...access,
  right: 'change',
  path: '/import/wizard',
  query: ofTarget,
  home: '/today',
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
      most: LONGEST_LINES,
      batches: MOST_LINES,
      states: STATES,
      failText: IMPORT_FAILED,
      previewUrl: `/import/preview?table=${target.name}`,
    }
  },
  title: ({ many }) => `${many[0]!.toUpperCase()}${many.slice(1)} importeren`,
  example: () => ({ query: { table: 'companies' } }),
})

/** What can be seen of a long list that is on its way. */
const STATES = { reading: 'Voortgang', read: 'Proef bekijken', storing: 'Voortgang', failed: 'Wat er misging' }

const NOTHING = { judged: [], rows: '[]', counts: null, refusal: null as string | null, columns: [] as ListColumn[], source: '', isLong: false } // prettier-ignore

/** What would come of a list: the counts are those of the import. */
export const importPreview = preview({
  ...access,
  right: 'change',
  path: '/import/preview',
  query: ofTarget,
  file: { field: 'file', maxBytes: LONGEST_BYTES, folder: FOLDER },
  form: z.object({ list: z.string().max(MOST_BYTES).default('') }),
  view: 'system/importing/preview',
  load: async ({ db, services: { registry, files }, query: { table }, form, fields, stored, gone }) => {
    const target = targetOf(registry, table)
    const previewUrl = `/import/preview?table=${target.name}`
    const options = [{ value: '', label: 'Overslaan' }, ...target.headings.map(([value]) => ({ value, label: columnLabel(target, value) }))] // prettier-ignore
    const shown = { words: WORDS, label: target.label, table: target.name, key: randomUUID(), options, previewUrl, expected: '' } // prettier-ignore
    if (!stored && form.list.trim() === '') return { ...shown, ...NOTHING }
    const { list, isLong } = await readList(stored ? { file: stored, files } : { text: form.list }, gone)
    const source = sourceOf(list[0] ?? [])
    const chosen = chosenColumns(fields, source, list[0]?.length ?? 0) ?? (await findColumns(db, target.name, source))
    const { rows, columns } = readRows(list, target.headings, chosen)
    if (!columns.some(({ column }) => column === target.needed)) return { ...shown, ...NOTHING, columns, source, refusal: withoutNeeded(target) } // prettier-ignore
    if (isLong) return { ...shown, ...NOTHING, columns, source, isLong }
    const judged = await planRows(db, registry, target, rows)
    const sorted = judged
      .toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || a.line - b.line)
      .slice(0, MOST_SHOWN)
    const ids = sorted.flatMap(({ candidates }) => candidates.map(({ id }) => id))
    const names = ids.length === 0 ? undefined : await registry.record(target.record).names?.(db, ids)
    return {
      ...{ ...shown, columns, source, refusal: null, isLong },
      counts: countsOf(judged),
      expected: countsText(countsOf(judged)),
      rows: JSON.stringify(rows),
      judged: sorted.map((one) => shownRow(target, one, names)),
    }
  },
  example: () => ({ query: { table: 'companies' }, form: { list: 'Naam;Plaats\nKade B.V.;Zwolle' } }),
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
    return {
      body: { ...body, ...counts },
      changed: [{ type: record, id: 0 }],
      undoDays: IMPORT_UNDO_DAYS,
      flash: { str: importedText(label, counts), type: 'success' },
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

async function* outcomeFile(db: Db, id: number): AsyncGenerator<string> {
  yield csvText([['Regel', 'Uitslag', 'Waarom', 'Nummer']], true)
  for await (const rows of outcomesInParts(db, id))
    yield csvText(rows.map(({ line, outcome, why, record_id }) => [line, WORDS[outcome], why, record_id ?? '']))
}

/** What became of each row, as a file. */
export const importOutcomes = file({
  ...access,
  right: 'view',
  path: '/import/getLogFile',
  query: z.object({ id: ofImport.shape.id.catch(0) }),
  open: async ({ db, query }) => {
    const found = await getImport(db, query.id)
    if (!found) throw new NotFound('Import')
    return {
      name: `importlogboek-${query.id}.csv`,
      mimeType: 'text/csv',
      content: Readable.from(outcomeFile(db, query.id)),
    }
  },
  example: () => ({ query: { id: '1' } }),
})
