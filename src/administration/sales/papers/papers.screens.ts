import * as z from 'zod'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { type Download, file } from '../../../platform/screens/call/calls.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import type { Services } from '../../../platform/services.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { getLayoutKind, layoutSource, listLayouts, sheetPdf } from '../../../system/layouts/index.ts'
import { type SheetKind, layoutKinds } from '../../../system/layouts/points.ts'
import { PAPER_NAMES, type PaperFacts } from './paper.rules.ts'
import { KindQuery, PreviewForm, PrintQuery, printedIds } from './papers.forms.ts'
import { paperPdf, papersPdf } from './papers.files.ts'
import { type PaperSource, paperSources } from './points.ts'
import { inLayout } from './papers.queries.ts'
import { papersArea } from './rights.ts'

const PDF = 'application/pdf'

/** What prints a kind. @throws NotFound for who may not see what it prints, too */
function sourceOf({ viewer, services }: { viewer: Viewer; services: Services }, kind: string): PaperSource {
  const source = services.registry.all(paperSources).find((one) => one.kind === kind)
  if (!source || !may(viewer, source.area)) throw new NotFound('Layout')
  return source
}

type Ctx = { db: Db; services: Services }

const factsIn = async ({ db, services }: Ctx, source: PaperSource, id: number, chosen?: number): Promise<PaperFacts> =>
  chosen === undefined ? source.facts(db, id, services) : inLayout(db, await source.facts(db, id, services), { chosen })

async function* factsOf(ctx: Ctx, source: PaperSource, ids: number[], chosen?: number): AsyncGenerator<PaperFacts> {
  for (const id of ids) yield await factsIn(ctx, source, id, chosen)
}

/** These records as one document; one alone has a name of its own. @throws NotFound where one is not there for the viewer */
async function printed(
  ctx: { db: Db; viewer: Viewer; services: Services },
  source: PaperSource,
  { ids, name, inline, chosen }: { ids: number[]; name: string; inline: boolean; chosen?: number },
): Promise<Download> {
  const { db, viewer, services } = ctx
  await services.registry.assertVisible(db, viewer, source.record, ...ids)
  const shared = { mimeType: PDF, inline }
  if (ids.length === 1) {
    const facts = await factsIn(ctx, source, ids[0]!, chosen)
    const kept = await source.kept?.(services, ids[0]!)
    return {
      name: facts.fileName,
      content: kept ? await services.files.open(kept.key) : paperPdf(services.files, facts),
      ...shared,
    }
  }
  const head = { title: name, author: 'Noordkaap', createdAt: new Date() }
  return {
    name: `${name.toLowerCase()}.pdf`,
    content: papersPdf(services.files, head, factsOf(ctx, source, ids, chosen)),
    ...shared,
  }
}

/** The kind, where many of it stand on a sheet. @throws NotFound for who may not see what it prints */
function sheetsOf({ viewer, services }: { viewer: Viewer; services: Services }, kind: string): SheetKind | null {
  const known = services.registry.all(layoutKinds).find((one) => one.kind === kind)
  if (!known?.sheet) return null
  if (!may(viewer, services.registry.record(known.record).area)) throw new NotFound('Layout')
  return { ...known, sheet: known.sheet }
}

async function onSheets(
  ctx: { db: Db; viewer: Viewer; services: Services },
  kind: SheetKind,
  { ids, inline, chosen }: { ids: number[]; inline: boolean; chosen: number },
): Promise<Download> {
  await ctx.services.registry.assertVisible(ctx.db, ctx.viewer, kind.record, ...ids)
  const content = await sheetPdf(ctx, kind, ids, await layoutSource(ctx.db, chosen, { now: true }))
  return { name: `${kind.sheet.many.toLowerCase()}.pdf`, mimeType: PDF, content, inline }
}

/** How it is printed, and what is not. */
async function saidOf({ db, services }: Ctx, { record, sheet }: SheetKind, ids: number[]): Promise<string> {
  const left = (await sheet.left?.of(db, ids)) ?? []
  const names = left.length === 0 ? undefined : await services.registry.record(record).names?.(db, left)
  const without = names && `${sheet.left!.label}: ${[...names.values()].join(', ')}.`
  return ['Achter elkaar op vellen van A4.', without].filter(Boolean).join(' ')
}

/** In which ways chosen records can be printed on sheets. */
export const sheetWays = popup({
  area: papersArea,
  right: 'view',
  path: '/print/sheets/:kind(word)',
  home: '/today',
  size: 'small',
  query: z.object({ ids: idList(500) }),
  load: async ({ db, params, query: { ids }, viewer, services }) => {
    const kind = sheetsOf({ viewer, services }, params.kind)
    if (!kind) throw new NotFound('Layout')
    if (ids.length === 0) throw new Invalid({ ids: ['Vink er minimaal één aan.'] })
    await services.registry.assertVisible(db, viewer, kind.record, ...ids)
    return {
      says: await saidOf({ db, services }, kind, ids),
      title: kind.sheet.many,
      ids: ids.join(','),
      layouts: await listLayouts(db, [kind.kind]),
    }
  },
  title: ({ title }) => title,
  view: 'administration/orders/print',
  example: (story) => ({ params: { kind: 'device_label' }, query: { ids: String(story.devices.extinguisher) } }),
})

/** Some sales on paper, as one document, or other records on sheets, in the way of a layout. */
export const printedPapers = file({
  area: papersArea,
  right: 'view',
  path: '/print/collection/:layoutId/:ids(word)',
  query: PrintQuery,
  open: async ({ db, params, query, viewer, services }) => {
    const ids = printedIds.safeParse(params.ids).data
    if (ids === undefined) throw new NotFound('Document')
    const { kind, name } = await getLayoutKind(db, params.layoutId)
    const sheets = sheetsOf({ viewer, services }, kind)
    if (sheets)
      return onSheets({ db, viewer, services }, sheets, { ids, inline: query.stream, chosen: params.layoutId })
    const source = sourceOf({ viewer, services }, kind)
    return printed({ db, viewer, services }, source, { ids, name, inline: query.stream, chosen: params.layoutId })
  },
  example: (story) => ({ params: { layoutId: story.layouts.order, ids: String(story.sales.order) } }),
})

/** The same in the usual way of a kind, for who does not choose a layout. */
export const kindPapers = file({
  area: papersArea,
  right: 'view',
  path: '/print/kind/:kind(word)',
  query: KindQuery,
  open: async ({ db, params, query, viewer, services }) => {
    const source = sourceOf({ viewer, services }, params.kind)
    if (query.ids.length === 0) throw new NotFound('Document')
    return printed({ db, viewer, services }, source, { ids: query.ids, name: PAPER_NAMES[source.kind].many, inline: query.stream }) // prettier-ignore
  },
  example: (story) => ({ params: { kind: 'work_order' }, query: { ids: String(story.sales.order) } }),
})

/** What a form would print: the very document, with what stands in the form in the place of what is kept. */
export const paperPreview = preview({
  area: papersArea,
  right: 'change',
  path: '/administration/:type(word)/preview',
  form: PreviewForm,
  open: async ({ db, params, form, fields, viewer, services }): Promise<Download> => {
    const layout = form.print_layout_id === undefined ? null : await getLayoutKind(db, form.print_layout_id)
    const source = sourceOf({ viewer, services }, layout?.kind ?? params.type)
    if (source.record !== params.type) throw new NotFound('Layout')
    const drafted = await draftOf({ db, viewer, services, fields }, source, form)
    const facts = layout ? await inLayout(db, drafted, { chosen: form.print_layout_id }) : drafted
    const { reference, header_text: headerText, footer_text: footerText } = form
    const sale = {
      ...facts.sale,
      ...(reference === undefined ? {} : { reference }),
      ...(headerText === undefined ? {} : { headerText }),
      ...(footerText === undefined ? {} : { footerText }),
    }
    return { name: facts.fileName, mimeType: PDF, content: paperPdf(services.files, { ...facts, sale }), inline: true }
  },
  example: (story) => ({
    params: { type: 'order' },
    form: { id: String(story.sales.order), header_text: 'Zoals besproken.' },
  }),
})

async function draftOf(
  ctx: { db: Db; viewer: Viewer; services: Services; fields: Record<string, unknown> },
  source: PaperSource,
  { id }: { id?: number | undefined },
): Promise<PaperFacts> {
  if (id !== undefined) {
    await ctx.services.registry.assertVisible(ctx.db, ctx.viewer, source.record, id)
    return source.facts(ctx.db, id, ctx.services)
  }
  if (!source.draft) throw new NotFound('Document')
  return source.draft(ctx)
}
