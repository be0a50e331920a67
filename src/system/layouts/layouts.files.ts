import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { drawnPdf } from '../../platform/pdf/drawn.ts'
import type { LaidOut } from '../../platform/pdf/layout/layout.ts'
import type * as drawing from '../../platform/pdf/layout/layout.drawing.ts'
import { LayoutRefused } from '../../platform/pdf/layout/refused.ts'
import type { Services } from '../../platform/services.ts'
import { exampleOf, missingFact } from './layouts.rules.ts'
import type { LayoutKind, SheetKind } from './points.ts'

const DRAWING = new URL('../../platform/pdf/layout/layout.drawing.ts', import.meta.url)

/** As many records as there are to try a layout with. */
const SAMPLES = 10

/** The latest records of a kind, with their names. */
export async function listSamples(db: Db, viewer: Viewer, services: Services, { record }: LayoutKind): Promise<{ id: number; name: string }[]> {
  const type = services.registry.record(record)
  const rows = await db
    .selectFrom(type.table as 'orders')
    .select('id')
    .where(type.visibleTo(viewer) as never)
    .orderBy('id', 'desc')
    .limit(SAMPLES)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const known = (await type.names?.(db, ids)) ?? new Map<number, string>()
  return ids.map((id) => ({ id, name: known.get(id) ?? String(id) }))
} // prettier-ignore

/** Of no record: every variable says what it is called. */
const nothing = ({ variables, pictures }: LayoutKind): Omit<LaidOut, 'source'> => ({
  data: exampleOf(variables),
  pictures: Object.fromEntries(Object.keys(pictures).map((name) => [name, null])),
})

/** What a layout is tried with: a record that the viewer sees, or else the names of its variables. */
export async function sampleOf(
  ctx: { db: Db; viewer: Viewer; services: Services },
  kind: LayoutKind,
  id: number | undefined,
): Promise<Omit<LaidOut, 'source'>> {
  if (id === undefined) return nothing(kind)
  await ctx.services.registry.assertVisible(ctx.db, ctx.viewer, kind.record, id)
  try {
    return await kind.data(ctx, id)
  } catch (error) {
    if (error instanceof NotFound) return nothing(kind)
    throw error
  }
}

/** A record in the way of this code, as PDF. @throws Invalid on `field` with what is wrong with the code, where */
export async function tried(sample: Omit<LaidOut, 'source'>, source: string, { name, field }: { name: string; field: string }): Promise<Buffer> {
  const head = { title: name, author: 'Noordkaap', createdAt: new Date() }
  try {
    return await buffer(drawnPdf<typeof drawing>(DRAWING, head, [{ source, ...sample }]))
  } catch (error) {
    throw ofField(error, field)
  }
} // prettier-ignore

/** Records on sheets in the way of this code, or of the product. */
export async function sheetPdf(
  ctx: { db: Db; viewer: Viewer; services: Services },
  kind: SheetKind,
  ids: number[],
  source: string | null,
): Promise<Readable> {
  const head = { title: kind.sheet.many, author: 'Noordkaap', createdAt: new Date() }
  const data = await kind.sheet.data(ctx, ids)
  const item = { source: source ?? kind.template, usual: kind.template, data, pictures: {} }
  return drawnPdf<typeof drawing>(DRAWING, head, [item])
}

const ofField = (error: unknown, field: string): unknown =>
  error instanceof LayoutRefused ? new Invalid({ [field]: [error.message] }) : error

/** @throws Invalid for code that cannot be drawn, or that leaves out what may not be */
export async function assertUsable(source: string, kind: LayoutKind, field: string): Promise<void> {
  await tried(nothing(kind), source, { name: kind.label, field })
  const missing = missingIn(source, kind, field)
  if (missing) throw new Invalid({ [field]: [`Op deze layout ontbreekt: ${missing.label}.`] })
}

/** What is drawn in a thread may be nested too deep to be read here. */
function missingIn(source: string, kind: LayoutKind, field: string) {
  try {
    return missingFact(source, kind)
  } catch (error) {
    throw ofField(error, field)
  }
}
