import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FieldMessages, HttpError, Invalid } from '../../platform/errors.ts'
import { formatCount } from '../../platform/format/format.ts'
import { lastEditor } from '../../platform/database/versioned.ts'
import { Stale } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { readDrawing } from '../../platform/files/drawing.ts'
import { forgetFiles, keepFile } from '../../platform/files/kept-files.ts'
import { isUploadName, uploadKey } from '../../platform/files/uploaded-images.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import type { Services } from '../../platform/services.ts'
import { isOwnUpload } from '../conflicts/index.ts'
import type { AnswerInput, Filling } from './checklists.forms.ts'
import { type AnsweredBlock, findSubmission, listAnswers, listBlocks } from './checklists.queries.ts'
import { MOST_PHOTOS, NOT_APPLICABLE, answerText, isMissing, readAnswer } from './filling.contract.ts'
import { type Measured, withLimits } from './limits.rules.ts'

/** The place that photos of checklists are uploaded for. */
export const PHOTO_PLACE = 'checklists'
/** What a document can show of them. */
const PRINTABLE = ['image/jpeg', 'image/png']
/** A drawing of thin lines takes a few kB; more is something else. */
const MOST_BYTES = 200_000

/** How a form calls the answer to a block. */
const answerKey = ({ position }: { position: number }): string => `a${position}`

type Kept = Pick<Services, 'files' | 'jobs'>
interface Change {
  block: AnsweredBlock
  answer: string
  remark: string
  /** Ids of the files that stay or come; a drawing gets its id when all is read. */
  files: number[]
  drawing: Buffer | null
}

/**
 * Begins a checklist for a record, with a copy of its blocks as they are now. The caller holds the row of the record.
 * @throws HttpError (409) when the checklist changed since its form was shown
 */
async function begin(
  trx: Trx,
  viewer: Viewer,
  subject: RecordRef,
  checklistId: number,
  seenVersion: number,
): Promise<number> {
  const checklist = await trx
    .selectFrom('checklists')
    .select(['id', 'name', 'norm', 'version'])
    .where('id', '=', checklistId)
    .forShare()
    .executeTakeFirst()
  if (!checklist || checklist.version !== seenVersion)
    throw new HttpError(409, 'De checklist zelf is intussen gewijzigd. Open hem opnieuw; er is nog niets opgeslagen.')
  const blocks = await listBlocks(trx, checklistId)
  const { id } = await trx
    .insertInto('checklist_submissions')
    .values({
      object_type: subject.type,
      object_id: subject.id,
      checklist_id: checklistId,
      name: checklist.name,
      norm: checklist.norm,
      filled_by: viewer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('checklist_answers')
    .values(
      blocks.map(({ id: _id, limits, ...block }, i) => ({
        ...block,
        limits: JSON.stringify(limits),
        position: i + 1,
        submission_id: id,
      })),
    )
    .execute()
  return id
}

/** The answers with the limits of what is measured, which are kept with them. */
async function limit(trx: Trx, blocks: AnsweredBlock[], measured: Measured): Promise<AnsweredBlock[]> {
  const limited: AnsweredBlock[] = []
  for (const block of blocks) {
    const found = withLimits(block, measured)
    limited.push(found)
    if (found === block) continue
    const { lowest, highest, source } = found
    await trx.updateTable('checklist_answers').set({ lowest, highest, source }).where('id', '=', block.id).execute()
  }
  return limited
}

/**
 * The files that a form names: of those that were there the ones that stay, and own uploads or those of a
 * phone that somebody decides about.
 * @returns their ids; null where one is no upload of the viewer, or no photo that a document can show
 */
export async function photosNamed(
  trx: Trx,
  viewer: Viewer,
  there: readonly { id: number }[],
  names: readonly string[],
): Promise<number[] | null> {
  const stay = there.filter(({ id }) => names.includes(`f${id}`)).map(({ id }) => id)
  const uploads = names.filter((name) => !/^f\d+$/.test(name))
  if (uploads.length === 0) return stay
  if (!uploads.every(isUploadName)) return null
  const keys = uploads.map((name) => uploadKey(PHOTO_PLACE, name))
  const rows = await trx
    .selectFrom('stored_files')
    .select(['id', 'storage_key'])
    .where('storage_key', 'in', keys)
    .where(isOwnUpload(viewer))
    .where('mime_type', 'in', PRINTABLE)
    .execute()
  if (rows.length < new Set(keys).size) return null
  const byKey = new Map(rows.map(({ id, storage_key }) => [storage_key, id]))
  return [...stay, ...new Set(keys.map((key) => byKey.get(key)!))]
}

/** What the form says of one block, or what is wrong with it. */
async function changeOf(
  trx: Trx,
  viewer: Viewer,
  block: AnsweredBlock,
  input: AnswerInput | undefined,
): Promise<Change | FieldMessages> {
  const key = `answers.${answerKey(block)}`
  const stored = block.files.map(({ id }) => id)
  if (!input) return { block, answer: block.answer, remark: block.remark, files: stored, drawing: null }
  const read = readAnswer(block, input.not_applicable ? NOT_APPLICABLE : input.answer)
  if ('error' in read) return { [`${key}.answer`]: [read.error] }
  const base = { block, answer: read.answer, remark: block.kind === 'heading' ? '' : input.remark, drawing: null }
  if (block.kind === 'photo') {
    const files = await photosNamed(trx, viewer, block.files, input.files)
    if (files === null) return { [`${key}.files`]: ['Kies de foto opnieuw: alleen JPG en PNG kunnen mee.'] }
    if (files.length > MOST_PHOTOS) return { [`${key}.files`]: [`Hier passen hooguit ${MOST_PHOTOS} foto's.`] }
    return { ...base, files }
  }
  if (block.kind !== 'signature') return { ...base, files: [] }
  if (input.signature === '') return { ...base, files: stored }
  if (input.signature === 'none') return { ...base, files: [] }
  const drawing = readDrawing(input.signature, MOST_BYTES)
  if (!drawing) return { [`${key}.signature`]: ['Deze handtekening kan niet worden gelezen.'] }
  return { ...base, files: [], drawing }
}

const isChange = (read: Change | FieldMessages): read is Change => 'block' in read

/** @throws Invalid with all that is wrong; with `finish` all that must be answered and is not too */
async function readAll(trx: Trx, viewer: Viewer, blocks: AnsweredBlock[], form: Filling): Promise<Change[]> {
  const changes: Change[] = []
  const wrong: FieldMessages = {}
  for (const block of blocks) {
    const read = await changeOf(trx, viewer, block, form.answers[answerKey(block)])
    if (!isChange(read)) {
      Object.assign(wrong, read)
      continue
    }
    changes.push(read)
    const files = read.files.length + (read.drawing ? 1 : 0)
    if (form.finish && isMissing(block, { answer: read.answer, remark: read.remark, files }))
      wrong[`answers.${answerKey(block)}.${FIELD[block.kind] ?? 'answer'}`] = [MISSING[block.kind] ?? 'Vul dit nog in.']
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
  return changes
}

const FIELD: Partial<Record<AnsweredBlock['kind'], string>> = { photo: 'files', signature: 'signature' }
const MISSING: Partial<Record<AnsweredBlock['kind'], string>> = {
  'yes-no': 'Kies Ja of Nee.',
  choice: 'Maak een keuze',
  number: 'Vul een getal in.',
  date: 'Vul een datum in.',
  photo: 'Maak of kies een foto.',
  signature: 'Zet een handtekening.',
}

/** @throws Stale with both values of each answer that differs */
async function refuseOlder(
  trx: Trx,
  submission: { id: number; version: number; updated_at: Date },
  changes: Change[],
  version: number,
): Promise<void> {
  if (submission.version === version) return
  const photos = (ids: number[]) => formatCount(ids.length, 'foto', "foto's")
  const differs = changes.flatMap(({ block, answer, remark, files }): [string, [string, string]][] => [
    ...(answer === block.answer ? [] : [pair(block.label, answerText(block, answer), answerText(block, block.answer))]),
    ...(remark === block.remark ? [] : [pair(`${block.label}, opmerking`, remark, block.remark)]),
    ...(block.kind !== 'photo' || same(files, idsOf(block))
      ? []
      : [pair(block.label, photos(files), photos(idsOf(block)))]),
  ])
  throw new Stale({
    by: await lastEditor(trx, 'checklist_submissions', submission.id),
    at: submission.updated_at.toISOString(),
    version: submission.version,
    fields: Object.fromEntries(differs),
  })
}
const idsOf = ({ files }: AnsweredBlock): number[] => files.map(({ id }) => id)
const same = (these: number[], those: number[]): boolean =>
  these.length === those.length && these.every((id) => those.includes(id))
const pair = (label: string, mine: string, theirs: string): [string, [string, string]] => [label, [mine, theirs]]

async function keepDrawing(trx: Trx, { files }: Kept, viewer: Viewer, bytes: Buffer): Promise<number> {
  const key = uploadKey(PHOTO_PLACE, `${randomUUID()}.png`)
  const { size, sha256 } = await files.write(key, Readable.from([bytes]))
  return keepFile(trx, viewer, { key, name: 'handtekening.png', mimeType: 'image/png', size, sha256 })
}

/** Writes what differs from what is stored; answers the files that nothing names any more. */
async function write(trx: Trx, services: Kept, viewer: Viewer, change: Change): Promise<number[]> {
  const { block, answer, remark, drawing } = change
  if (answer !== block.answer || remark !== block.remark)
    await trx.updateTable('checklist_answers').set({ answer, remark }).where('id', '=', block.id).execute()
  const stored = block.files.map(({ id }) => id)
  const files = drawing ? [await keepDrawing(trx, services, viewer, drawing)] : change.files
  const gone = stored.filter((id) => !files.includes(id))
  const come = files.filter((id) => !stored.includes(id))
  if (gone.length > 0)
    await trx
      .deleteFrom('checklist_answer_files')
      .where('answer_id', '=', block.id)
      .where('file_id', 'in', gone)
      .execute()
  if (come.length > 0)
    await trx
      .insertInto('checklist_answer_files')
      .values(come.map((file_id) => ({ answer_id: block.id, file_id })))
      .execute()
  return gone
}

/**
 * Saves what is filled in for a record, the first time with a copy of its checklist. The caller holds the row of the
 * record, so that two who begin at once meet.
 * @param checklistId which checklist it would be; what was begun keeps its own
 * @param measured what is known of what is measured, for limits that follow from it; without it they do not
 * @throws Invalid, Stale when somebody else saved first, HttpError (409) when the checklist changed before it was begun
 */
export async function fillIn(
  trx: Trx,
  services: Kept,
  viewer: Viewer,
  {
    subject,
    checklistId,
    form,
    measured,
  }: { subject: RecordRef; checklistId: number; form: Filling; measured?: Measured },
): Promise<{ id: number; finished: boolean }> {
  const begun = await findSubmission(trx, subject)
  const id = begun?.id ?? (await begin(trx, viewer, subject, checklistId, form.checklist_version))
  const answers = await listAnswers(trx, id)
  const blocks = measured ? await limit(trx, answers, measured) : answers
  const changes = await readAll(trx, viewer, blocks, form)
  if (begun) await refuseOlder(trx, begun, changes, form.version)
  const gone: number[] = []
  for (const change of changes) gone.push(...(await write(trx, services, viewer, change)))
  await trx
    .updateTable('checklist_submissions')
    .set({
      version: (begun?.version ?? 1) + 1,
      filled_by: viewer.id,
      finished_at: form.finish ? (begun?.finished_at ?? new Date()) : null,
    })
    .where('id', '=', id)
    .execute()
  await forgetFiles(trx, services, gone)
  return { id, finished: form.finish }
}

/** What was filled in goes with its photos and signatures. */
export async function deleteSubmission(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('checklist_submissions').where('id', '=', id).execute()
}
