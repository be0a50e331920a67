import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import type { Field } from '../../../../platform/screens/form/field-models.ts'
import { factsOf } from '../../../../platform/fields/shown.ts'
import {
  type FieldKind,
  type OwnField,
  factOf,
  fieldsOfCategory,
  metaText,
  typedValue,
} from '../../../catalogue/device-categories/index.ts'

export interface Meta extends OwnField {
  value: string | null
}

/** A bare id in a name would be read as an index. */
export const metaKey = ({ id }: { id: number }): string => `id-${id}`

/** What a category asks of a device, with what it answers. @param deviceId null for a new one */
export async function metasFor(db: Db | Trx, categoryId: number | null, deviceId: number | null): Promise<Meta[]> {
  const fields = await fieldsOfCategory(db, categoryId)
  if (fields.length === 0) return []
  const kept = deviceId === null ? [] : await db.selectFrom('device_metas').select(['field_id', 'value']).where('device_id', '=', deviceId).execute() // prettier-ignore
  const values = new Map(kept.map(({ field_id, value }) => [field_id, value]))
  return fields.map((field) => ({ ...field, value: values.get(field.id) ?? null }))
}

/** The same as controls of a form. */
export const metaControls = (metas: readonly Meta[]): Field[] =>
  metas.map((meta) => {
    const name = `metas[${metaKey(meta)}]`
    return factsOf({ [name]: factOf(meta, meta.value) }).control(name, { [name]: typedValue(meta, meta.value) }, { span: 4 }) // prettier-ignore
  })

/** All that a device answers, in words; also what its category asks no more. */
export async function metaLines(db: Db | Trx, deviceId: number): Promise<{ label: string; text: string }[]> {
  const rows = await db
    .selectFrom('device_metas')
    .innerJoin('device_fields as f', 'f.id', 'device_metas.field_id')
    .select(['f.id', 'f.name', 'f.unit', 'f.options', sql<FieldKind>`f.kind`.as('kind'), 'device_metas.value'])
    .where('device_metas.device_id', '=', deviceId)
    .orderBy('f.id')
    .execute()
  return rows.map((row) => ({ label: row.name, text: metaText(row, row.value) }))
}

/** The same in one cell: 'Gewicht: 12,5 kg · Kleur: rood'. */
export const metasText = sql<string | null>`(
  select string_agg(f.name || ': ' || case f.kind when 'number' then replace(m.value, '.', ',')
      when 'day' then to_char(m.value::date, 'DD-MM-YYYY') else m.value end || coalesce(' ' || f.unit, ''), ' · ' order by f.id)
  from device_metas m join device_fields f on f.id = m.field_id where m.device_id = devices.id)`

/** What limits of measured values follow from: what was chosen in own fields of devices, and the one in metres. */
export async function measuredProperties(
  db: Db | Trx,
  deviceIds: readonly number[],
): Promise<Map<number, { classes: string[]; metres: number | null }>> {
  const found = new Map(deviceIds.map((id) => [id, { classes: [] as string[], metres: null as number | null }]))
  const { rows } = await sql<{ device_id: number; kind: FieldKind; value: string }>`
    select m.device_id, f.kind, m.value from device_metas m join device_fields f on f.id = m.field_id
    where m.device_id = any(${[...deviceIds]}::integer[]) and (f.kind = 'choice' or (f.kind = 'number' and f.unit = 'm'))
    order by m.device_id, f.id`.execute(db)
  for (const { device_id, kind, value } of rows) {
    const measured = found.get(device_id)!
    if (kind === 'choice') measured.classes.push(value)
    else measured.metres ??= Number(value)
  }
  return found
}
