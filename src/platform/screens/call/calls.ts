import { create } from 'content-disposition'
import type { Readable } from 'node:stream'
import type * as z from 'zod'
import { Forbidden } from '../../errors.ts'
import { NO_FIELDS, parseForm } from '../../forms/invalid.ts'
import { isSameOrigin } from '../../http/csrf.ts'
import type { Area } from '../../access/rights.ts'
import { sendHtml, sendJson, wantsFragment } from '../../http/respond.ts'
import { sendStream } from '../../http/send-stream.ts'
import { type Saved, runSave, saveOf } from '../form/save.ts'
import type { NamesRecords } from '../form/form-records.ts'
import {
  type Access,
  type Ctx,
  type Exchange,
  type ParamsOf,
  type SaveCtx,
  type Screen,
  contextOf,
  reading,
  screenOf,
} from '../screen.ts'
import { type PageAddress, redirectToPage } from '../page-address.ts'

interface Call<Path extends string, Q extends z.ZodObject> {
  path: Path
  query?: Q
}

/** GET that answers JSON. */
export function json<Path extends string, A extends Area, Q extends z.ZodObject = z.ZodObject>(
  declaration: Access<A> & Call<Path, Q> & { answer(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<unknown> },
): Screen {
  const handle = async (exchange: Exchange) => {
    sendJson(exchange.res, await declaration.answer(contextOf(declaration, exchange)))
  }
  return screenOf('json', declaration, [reading(declaration, handle)])
}

/** GET that answers plain text. */
export function text<Path extends string, A extends Area, Q extends z.ZodObject = z.ZodObject>(
  declaration: Access<A> & Call<Path, Q> & { answer(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<string> },
): Screen {
  const handle = async (exchange: Exchange) => {
    exchange.res
      .set('Cache-Control', 'no-store')
      .type('txt')
      .send(await declaration.answer(contextOf(declaration, exchange)))
  }
  return screenOf('text', declaration, [reading(declaration, handle)])
}

/**
 * GET that answers an HTML fragment outside a popup, such as a tab of a popup or a step of a list.
 * @param declaration.pageAddress the page that shows it when its address is opened on its own
 */
export function fragment<
  Path extends string,
  A extends Area,
  Q extends z.ZodObject = z.ZodObject,
  D extends object = object,
>(
  declaration: Access<A> &
    Call<Path, Q> & {
      pageAddress: PageAddress<ParamsOf<Path>>
      view: string
      load(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<D>
    },
): Screen {
  const handle = async (exchange: Exchange) => {
    if (!wantsFragment(exchange.req)) return redirectToPage(exchange, declaration.pageAddress)
    const ctx = contextOf(declaration, exchange)
    const data = await declaration.load(ctx)
    const { res, services } = exchange
    const html = services.views.render(declaration.view, { ...res.locals, ...data, viewer: ctx.viewer })
    sendHtml(res, html)
  }
  return screenOf('popup', declaration, [reading(declaration, handle)], { view: declaration.view })
}

/**
 * A state-changing call without a screen of its own. `method: 'GET'` only where the specification names a GET; it is
 * then accepted from our own pages alone (rulings 3).
 */
export function action<
  Path extends string,
  A extends Area,
  F extends z.ZodType = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
>(
  declaration: Access<A> &
    Call<Path, Q> &
    NamesRecords<z.output<F>> & {
      form?: F
      methods?: ('GET' | 'POST' | 'DELETE')[]
      /** Done before the transaction, such as asking an outside system: what it writes stays, even when the save fails. */
      precheck?(ctx: Omit<SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>, 'trx'>): Promise<void>
      save(ctx: SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>): Promise<Saved>
    },
): Screen {
  const handle = async (exchange: Exchange) => {
    const { req } = exchange
    if (req.method === 'GET' && !isSameOrigin(req)) throw new Forbidden('Dit verzoek is geweigerd.')
    const ctx = contextOf(declaration, exchange)
    const input: unknown = req.method === 'POST' ? req.body : { ...req.query, ...(req.body as object | undefined) }
    const form = parseForm((declaration.form ?? NO_FIELDS) as F, input)
    await declaration.precheck?.({ ...ctx, form })
    await runSave(exchange, ctx.viewer, declaration, saveOf(declaration, { ...ctx, form }), { close: false })
  }
  const methods = declaration.methods ?? ['POST']
  return screenOf(
    'action',
    declaration,
    methods.map((method) => ({
      method,
      path: declaration.path,
      right: declaration.right,
      guarded: method !== 'GET',
      handle,
    })),
  )
}

/** What a file screen sends: its name decides the type; `inline` shows it in the browser. */
export interface Download {
  name: string
  mimeType: string
  content: Readable
  inline?: boolean
}

/** GET that streams a file. */
export function file<Path extends string, A extends Area, Q extends z.ZodObject = z.ZodObject>(
  declaration: Access<A> & Call<Path, Q> & { open(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<Download> },
): Screen {
  const handle = async (exchange: Exchange) => {
    const download = await declaration.open(contextOf(declaration, exchange))
    await sendDownload(exchange, download)
  }
  return screenOf('file', declaration, [reading(declaration, handle)])
}

export async function sendDownload({ res }: Pick<Exchange, 'res'>, download: Download): Promise<void> {
  res.set('Cache-Control', 'private, no-store').type(download.mimeType)
  const { name, inline = false } = download
  res.set('Content-Disposition', create(name, { type: inline ? 'inline' : 'attachment', fallback: asciiOf(name) }))
  await sendStream(res, download.content)
}

/** The name for programs that read no other letters than ASCII: é becomes e, and what has no such letter goes. */
const asciiOf = (name: string): string => name.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
