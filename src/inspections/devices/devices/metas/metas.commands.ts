import { labelWithUnit } from '../../../../platform/fields/facts.ts'
import { fieldMessages } from '../../../../platform/forms/invalid.ts'
import { withLabel } from '../../../../platform/format/sentence.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { type FieldMessages, Invalid } from '../../../../platform/errors.ts'
import * as z from 'zod'
import { factOf } from '../../../catalogue/device-categories/index.ts'
import { metaKey, metasFor } from './metas.queries.ts'

/** What a form sent of them, as it was typed. */
export type TypedMetas = Readonly<Record<string, string>>

/**
 * Writes what differs; what was not sent, or is not asked of such devices, stays as it is.
 * @returns whether something differed
 * @throws Invalid by the names of the controls
 */
export async function saveMetas(
  trx: Trx,
  deviceId: number,
  categoryId: number | null,
  typed: TypedMetas,
): Promise<boolean> {
  if (Object.keys(typed).length === 0) return false
  const messages: FieldMessages = {}
  const differing: { field_id: number; value: string | null }[] = []
  for (const meta of await metasFor(trx, categoryId, deviceId)) {
    const sent = typed[metaKey(meta)]
    if (sent === undefined) continue
    const fact = factOf(meta, meta.value)
    const read = z.object({ value: fact.parse }).safeParse({ value: sent })
    if (!read.success)
      messages[`metas.${metaKey(meta)}`] = (fieldMessages(read.error).value ?? []).map((text) =>
        withLabel(text, labelWithUnit(fact)),
      )
    else if (read.data.value !== meta.value)
      differing.push({ field_id: meta.id, value: read.data.value as string | null })
  }
  if (Object.keys(messages).length > 0) throw new Invalid(messages)
  if (differing.length === 0) return false
  // A row that goes and one that comes each tell the history of which field they are.
  await trx
    .deleteFrom('device_metas')
    .where('device_id', '=', deviceId)
    .where(
      'field_id',
      'in',
      differing.map(({ field_id }) => field_id),
    ) // prettier-ignore
    .execute()
  const filled = differing.flatMap(({ field_id, value }) => (value === null ? [] : [{ device_id: deviceId, field_id, value }])) // prettier-ignore
  if (filled.length > 0) await trx.insertInto('device_metas').values(filled).execute()
  return true
}
